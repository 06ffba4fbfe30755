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
% An answer is place(D,A,B) for every domino: the half with fewer pips on A, the other on B.
%
% But for the directives at the end this is ASP-Core-2, the language of the ASP Competition.

% ---- What can be chosen -----------------------------------------------------------------

% Every cell is covered together with exactly one of its neighbours.
{ taken(C,B) : edge(C,B); taken(A,C) : edge(A,C) } = 1 :- cell(C).

% Every cell shows exactly one of the values that there are.
value(V) :- domino(_,V,_,_).
value(V) :- domino(_,_,V,_).
{ shows(C,V) : value(V), not never(C,V) } = 1 :- cell(C).

% ---- The dominoes -----------------------------------------------------------------------

% Which domino lies on an edge follows from what its cells show. Equal dominoes are one domino
% with copies, and one with two equal halves lies one way only, so that two answers
% are two different boards.
place(D,A,B) :- taken(A,B), shows(A,L), shows(B,H), domino(D,L,H,_), not apart.
place(D,B,A) :- taken(A,B), shows(B,L), shows(A,H), domino(D,L,H,_), L < H, not apart.

% Every domino is used as often as there are copies of it. There is one for every two cells, so
% one lies on every edge that is taken.
:- domino(D,_,_,N), #count { A,B : place(D,A,B) } != N.
:- S = #sum { N,D : domino(D,_,_,N) }, #count { C : cell(C) } != 2*S.

% ---- The rules --------------------------------------------------------------------------

:- sum_is(R,T), #sum { V,C : shows(C,V), in(C,R) } != T.
:- sum_below(R,T), #sum { V,C : shows(C,V), in(C,R) } >= T.
:- sum_above(R,T), #sum { V,C : shows(C,V), in(C,R) } <= T.
:- all_equal(R), in(A,R), in(B,R), shows(A,V), not shows(B,V).
:- all_different(R), in(A,R), in(B,R), A < B, shows(A,V), shows(B,V).
:- pinned(C,V), not shows(C,V).

% A solution is none of the boards that do not count: it differs from each somewhere.
differs(N) :- barred(N,A,B,_,_), not taken(A,B).
differs(N) :- barred(N,A,_,V,_), not shows(A,V).
differs(N) :- barred(N,_,B,_,W), not shows(B,W).
:- barred(N,_,_,_,_), not differs(N).

% ---- What the facts may add -------------------------------------------------------------

% Redundant: supply(V,N) says that the dominoes show the value V on N halves, so N cells do.
:- supply(V,N), #count { C : shows(C,V) } != N.

% Pruned: never(C,V), used above, and excluded(D,A,B) say what is in no solution.
:- excluded(D,A,B), place(D,A,B).

% Symmetry not broken: with the fact apart, every copy is a domino of its own, and one with two
% equal halves can lie both ways round. Then it is a choice which of them lies on an edge.
{ place(D,A,B) : domino(D,V,W,_); place(D,B,A) : domino(D,W,V,_) } = 1
  :- apart, taken(A,B), shows(A,V), shows(B,W).

#defined in/2.  #defined pinned/2.
#defined sum_is/2.  #defined sum_below/2.  #defined sum_above/2.
#defined barred/5.  #defined all_equal/1.  #defined all_different/1.
#defined supply/2.  #defined never/2.  #defined excluded/3.  #defined apart/0.

#show place/3.
