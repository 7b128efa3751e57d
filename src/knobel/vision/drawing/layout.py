"""Indices of the numbers in a row that describes a die or a flat object."""

(
    DIE_X,
    DIE_Y,
    DIE_Z,
    DIE_A,
    DIE_COS,
    DIE_SIN,
    DIE_ROUND,
    DIE_BALL,
    DIE_PIP,
    DIE_GAP,
    DIE_DEPTH,
    DIE_GLOSS,
    DIE_ROUGH,
    DIE_CLEAR,
    DIE_DOME,
    DIE_ONE,
    DIE_KIND,
) = range(17)
"""Centre, half side, direction, radii of the edges and of the enclosing ball, radius, distance and depth of the pips,
gloss and roughness, transparency, curvature of the faces, size of the single pip, and the kind of plastic."""
DIE_BODY, DIE_SECOND, DIE_THIRD, DIE_INK = 17, 20, 23, 26
"""First of three numbers: linear RGB."""
DIE_WAVES = 29
"""First of 16 numbers: four waves whose sum is the marbling."""
DIE_SHARP = 45
"""Softness of the marbling."""
DIE_FACES = 46
"""First of 12 numbers: the values of the faces +x, -x, +y, -y, +z, -z, then whether their pips are turned."""
DIE_WEAR = 58
"""Wear of the edges, followed by the gloss of the pips."""
DIE_SIZE = 60

OBJECT_KIND, OBJECT_X, OBJECT_Y, OBJECT_COS, OBJECT_SIN = range(5)
OBJECT_W, OBJECT_H, OBJECT_ROUND, OBJECT_BORDER = range(5, 9)
"""Half sides, radius of the corners, width of the border."""
OBJECT_A, OBJECT_B = 9, 12
"""First of three numbers: linear RGB."""
OBJECT_P, OBJECT_Q, OBJECT_SHADOW, OBJECT_SEED = range(15, 19)
"""Two numbers whose meaning depends on the kind, strength of the shadow, seed of the noise."""
OBJECT_SIZE = 20
