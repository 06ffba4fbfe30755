% Pips: lay every domino on two neighbouring cells, so that every cell is covered once
% and the pips keep the rule of every region.
%
% The rules are the same for every puzzle; its facts say which puzzle it is:
%   cell(C)               there is a cell C
%   edge(A,B)             the cells A and B are neighbours; each edge stands here once
%   domino(D,L,H,N)       there are N dominoes D, with L pips on one half and H >= L on the other
%   in(C,R)               the cell C is in the region R, which has one of the rules
%   sum_is(R,T)  sum_below(R,T)  sum_above(R,T)  all_equal(R)  all_different(R)
%   pinned(C,V)           the cell C must show V pips
%   barred(N,A,B,V,W)     on the board N, which does not count as a solution, a domino lies on the
%                         edge of A and B, with V pips on A and W on B
%   never(C,V)  excluded(D,A,B)      where the puzzle was pruned, what is in no solution
%   apart                 where symmetry is not broken: a domino with equal halves lies both ways
% An answer is place(D,A,B) for every domino: the half with fewer pips on A, the other on B.

% ---- What can be chosen -----------------------------------------------------------------

% Every domino can lie on every edge; one with two equal halves lies one way only.
can(D,A,B) :- domino(D,L,H,_), edge(A,B),
              not never(A,L), not never(B,H), not excluded(D,A,B).
can(D,B,A) :- domino(D,L,H,_), edge(A,B), turns(D),
              not never(A,H), not never(B,L), not excluded(D,B,A).
turns(D) :- domino(D,L,H,_), L < H.
turns(D) :- domino(D,_,_,_), apart.
{ place(D,A,B) : can(D,A,B) }.

% ---- The dominoes -----------------------------------------------------------------------

% Every cell is covered, and no two placements cover it.
covers(D,A,B,A) :- can(D,A,B).
covers(D,A,B,B) :- can(D,A,B).
covered(C) :- place(D,A,B), covers(D,A,B,C).
:- cell(C), not covered(C).
:- covers(D,A,B,C), covers(E,F,G,C), (D,A,B) < (E,F,G), place(D,A,B), place(E,F,G).

% A single domino is used, and not in two places; copies are counted.
used(D) :- place(D,_,_).
:- domino(D,_,_,1), not used(D).
:- domino(D,_,_,1), can(D,A,B), can(D,F,G), (A,B) < (F,G), place(D,A,B), place(D,F,G).
:- domino(D,_,_,N), N > 1, #count { A,B : place(D,A,B) } != N.

% A placement shows its halves.
shows(A,L) :- place(D,A,_), domino(D,L,_,_).
shows(B,H) :- place(D,_,B), domino(D,_,H,_).

% ---- The rules --------------------------------------------------------------------------

:- sum_is(R,T), #sum { V,C : shows(C,V), in(C,R) } != T.
:- sum_below(R,T), #sum { V,C : shows(C,V), in(C,R) } >= T.
:- sum_above(R,T), #sum { V,C : shows(C,V), in(C,R) } <= T.
:- all_equal(R), in(A,R), in(B,R), shows(A,V), not shows(B,V).
:- all_different(R), in(A,R), in(B,R), A < B, shows(A,V), shows(B,V).
:- pinned(C,V), not shows(C,V).

% A solution is none of the boards that do not count: it differs from each somewhere.
joined(A,B) :- barred(_,A,B,_,_), place(_,A,B).
joined(A,B) :- barred(_,A,B,_,_), place(_,B,A).
differs(N) :- barred(N,A,B,_,_), not joined(A,B).
differs(N) :- barred(N,A,_,V,_), not shows(A,V).
differs(N) :- barred(N,_,B,_,W), not shows(B,W).
:- barred(N,_,_,_,_), not differs(N).

#defined in/2.  #defined pinned/2.
#defined sum_is/2.  #defined sum_below/2.  #defined sum_above/2.
#defined barred/5.  #defined all_equal/1.  #defined all_different/1.
#defined never/2.  #defined excluded/3.  #defined apart/0.

#show place/3.
