// Smears light along one direction.
// Colours are squares and roots instead of a power of 2.2: nearly the same, and a fifth of the time.
#version 330
uniform sampler2D picture;
uniform vec2 way;     // one step, in parts of the picture
in vec2 place;
out vec4 light;

vec3 at(float steps) {
    vec3 colour = texture(picture, place + steps * way).rgb;
    return colour * colour;
}

void main() {
    // A bell of nine texels: pairs are fetched between two of them.
    vec3 sum = at(0.0) * 0.227;
    sum += (at(1.385) + at(-1.385)) * 0.316;
    sum += (at(3.231) + at(-3.231)) * 0.0703;
    light = vec4(sqrt(sum), 1.0);
}
