; A Pips puzzle: cover the board with the dominoes so that the pips keep the rule of every region.
; Written by pipsc {{ version }}; encoding {{ encoding }}.
{%- if published %}
; Formulation: {{ published }}
{%- endif %}
; {{ terms }}
{%- if instance %}
; Instance: {{ instance }}
{%- endif %}
{%- if title %}
; Title: {{ title }}
{%- endif %}
(set-option :produce-models true)
(set-logic {{ logic }})
