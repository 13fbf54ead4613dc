// A surface over the picture.
#version 330
uniform sampler2D picture;
uniform float opacity;
in vec2 place;
out vec4 colour;

void main() {
    colour = texture(picture, place) * vec4(1.0, 1.0, 1.0, opacity);
}
