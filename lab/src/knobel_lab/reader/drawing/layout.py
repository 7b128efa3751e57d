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
    DIE_CREASE,
    DIE_DEPTH,
    DIE_GLOSS,
    DIE_ROUGH,
    DIE_CLEAR,
    DIE_DOME,
    DIE_KIND,
) = range(15)
"""Centre, half side, direction, radii of the edges and of the enclosing ball, width of the rounded edge between a face
and the ball, depth of the pips, gloss and roughness, transparency, curvature of the faces, and the kind of plastic."""
DIE_BODY, DIE_SECOND, DIE_THIRD, DIE_INK = 15, 18, 21, 24
"""First of three numbers: linear RGB."""
DIE_WAVES = 27
"""First of 16 numbers: four waves whose sum is the marbling."""
DIE_SHARP = 43
"""Softness of the marbling."""
DIE_FACES = 44
"""First of 12 numbers: the values of the faces +x, -x, +y, -y, +z, -z, then whether their pips are turned."""
DIE_WEAR = 56
"""Wear of the edges, followed by the gloss of the pips."""
DIE_PIPS = 58
"""First of 18 numbers: for each value the radius of its pips, their distance from the centre of the face along an axis,
and the points of the printed star that replaces them (0: none)."""
DIE_SIZE = 76

OBJECT_KIND, OBJECT_X, OBJECT_Y, OBJECT_COS, OBJECT_SIN = range(5)
OBJECT_W, OBJECT_H, OBJECT_ROUND, OBJECT_BORDER = range(5, 9)
"""Half sides, radius of the corners, width of the border."""
OBJECT_A, OBJECT_B = 9, 12
"""First of three numbers: linear RGB."""
OBJECT_P, OBJECT_Q, OBJECT_SHADOW, OBJECT_SEED = range(15, 19)
"""Two numbers whose meaning depends on the kind, strength of the shadow, seed of the noise."""
OBJECT_HOLE, OBJECT_DOME, OBJECT_RELIEF, OBJECT_GLOSS, OBJECT_LIGHT = range(19, 24)
"""Radius of a hole in the middle; how much the surface is curved (below 0: a dent) and embossed, both 0 if it is flat;
strength of the reflection, and direction of the light in radians."""
OBJECT_SIZE = 24
