// A triangle that covers all of the viewport; place is 0..1 in it, from its upper left corner.
#version 330
out vec2 place;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
    place = vec2(corner.x, 1.0 - corner.y);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
