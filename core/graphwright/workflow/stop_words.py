"""Words of a goal that no tool is found by."""

from ..relate.names import vocabulary

STOP_WORDS = vocabulary(
    "a an the my your our his her its their this that these those it them i you we he she they me "
    "us of in on at to for from by with as and or but not no nor is are was were be been being do "
    "does did has have had will would can could shall should may might must what which who whom "
    "whose when where why how there here some any all every each other another more most much "
    "many few one ones first last current currently now right then than also so very just only "
    "please if about into over under up down out off again once s t re ve ll"
)
