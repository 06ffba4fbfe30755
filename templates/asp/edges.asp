{% if submit -%}
% Pips: lay every domino on two neighbouring cells, so that the pips keep the rule of every region.
% The rules are the same for every puzzle. A file of facts states the puzzle and its lowering steps:
%   cell(C)  edge(A,B)      a cell; two neighbouring cells, each edge once
%   domino(D,L,H,N)         there are N dominoes D, with L pips on one half and H >= L on the other
%   in(C,R)  sum_is(R,T)  sum_below(R,T)  sum_above(R,T)  all_equal(R)  all_different(R)   the regions
%   never(C,V)              pruned: C never shows V
%   supply(V,N)             redundant: the dominoes show V on N halves

{% endif -%}
% Decided: every cell is covered together with exactly one of its neighbours, and shows one value.
{ on(C,B) : edge(C,B); on(A,C) : edge(A,C) } = 1 :- cell(C).
value(V) :- domino(_,V,_,_).
value(V) :- domino(_,_,V,_).
{ pips(C,V) : value(V){% if never %}, not never(C,V){% endif %} } = 1 :- cell(C).

% The domino on an edge follows from what its cells show: the half with fewer pips lies on the first cell.
tile(D,A,B) :- on(A,B), pips(A,L), pips(B,H), domino(D,L,H,_).
tile(D,B,A) :- on(A,B), pips(B,L), pips(A,H), domino(D,L,H,_), L < H.
% Every domino is used as often as there are copies. There is one for every two cells, so every edge that is on has one.
:- domino(D,_,_,N), #count { A,B : tile(D,A,B) } != N.
{% if supply -%}
% Redundant: the cells show each value as often as the dominoes do.
:- supply(V,N), #count { C : pips(C,V) } != N.
{% endif %}
{% if regions -%}
% The regions.
{% endif -%}
{% if sum_is -%}
:- sum_is(R,T), #sum { V,C : pips(C,V), in(C,R) } != T.
{% endif -%}
{% if sum_below -%}
:- sum_below(R,T), #sum { V,C : pips(C,V), in(C,R) } >= T.
{% endif -%}
{% if sum_above -%}
:- sum_above(R,T), #sum { V,C : pips(C,V), in(C,R) } <= T.
{% endif -%}
{% if all_equal -%}
:- all_equal(R), in(A,R), in(B,R), pips(A,V), not pips(B,V).
{% endif -%}
{% if all_different -%}
:- all_different(R), in(A,R), in(B,R), A < B, pips(A,V), pips(B,V).
{% endif -%}
{% if submit %}
#defined in/2.  #defined sum_is/2.  #defined sum_below/2.  #defined sum_above/2.  #defined all_equal/1.
#defined all_different/1.  #defined never/2.  #defined supply/2.
{% endif %}
% An answer: the domino on each edge that has one.
#show tile/3.
