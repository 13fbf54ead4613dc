// A picture tube: beam, mask, glow, curved glass, dark corners.
// Where the processor plays OpenGL, each fetch and each division counts: a line takes one fetch, and
// the mask no division of whole numbers.
#version 330
uniform sampler2D picture;  // the VIC's pixels
uniform sampler2D halo;     // light around what is bright
uniform vec2 size;          // of the picture, in pixels of the VIC
uniform vec2 pixels;        // of its place in the window
uniform vec2 beam;          // how a line's light falls off: of a dark one, and how much less of white
uniform float lines;        // how much of the dark between them is shown: 0 none, 1 all
uniform float sharp;        // edges of pixels are soft by one over this
uniform float curve;        // 0: flat
uniform float glow;
uniform float vignette;
uniform int mask;           // 0 none, 1 grille, 2 slot
in vec2 place;
out vec4 colour;

const float DARK = 0.62;    // the mask's, for the other two colours; squares as everything here
const float BRIGHT = 1.25;  // it takes a quarter of the light
const float THIRD = 1.0 / 3.0;

vec3 through() {
    float stripe = fract(gl_FragCoord.x * THIRD);
    vec3 part = vec3(DARK);
    if (stripe < THIRD) part.r = 1.0;
    else if (stripe < 2.0 * THIRD) part.g = 1.0;
    else part.b = 1.0;
    if (mask == 2) {
        float brick = 2.0 * mod(floor(gl_FragCoord.x * THIRD), 2.0);
        if (mod(floor(gl_FragCoord.y) + brick, 4.0) < 1.0) part *= DARK;
    }
    return part * BRIGHT;
}

void main() {
    vec2 middle = place * 2.0 - 1.0;
    vec2 bent = middle * (1.0 + curve * middle.yx * middle.yx);
    vec2 at = bent * 0.5 + 0.5;
    // Edges of the glass, soft by a pixel of the host.
    vec2 inside = clamp((1.0 - abs(bent)) * pixels * 0.5, 0.0, 1.0);
    // Sharp pixels whose edges are soft by a pixel of the host, a third of one at most.
    vec2 spot = at * size - 0.5;
    vec2 from = floor(spot);
    vec2 off = spot - from;
    vec2 soft = clamp((off - 0.5) * sharp + 0.5, 0.0, 1.0);
    vec3 light = texture(picture, (from + soft + 0.5) / size).rgb;
    light *= light;
    // A line's light at a distance from its middle: bright lines are broader, and half way to the
    // next line that one shines, too.
    float far = off.y - step(0.5, off.y);
    far *= far;
    vec3 part = max(1.0 - far * (beam.x - beam.y * light), 0.0);
    light *= mix(vec3(1.0), part * part * (1.0 + 16.0 * far * far), lines);
    if (mask != 0) light *= through();
    vec3 around = texture(halo, at).rgb;
    light += glow * around * around;
    vec2 corner = bent * bent;
    light *= (1.12 - vignette * dot(corner, corner)) * inside.x * inside.y;
    colour = vec4(sqrt(light), 1.0);
}
