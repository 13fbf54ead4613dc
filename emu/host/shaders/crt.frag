// A picture tube: beam, mask, glow, curved glass, dark corners.
#version 330
uniform sampler2D picture;  // the VIC's pixels
uniform sampler2D halo;     // light around what is bright, linear
uniform vec2 size;          // of the picture, in pixels of the VIC
uniform vec2 pixels;        // of its place in the window
uniform float curve;        // 0: flat
uniform float glow;
uniform float vignette;
uniform int mask;           // 0 none, 1 grille, 2 slot
in vec2 place;
out vec4 colour;

const float DARK = 0.62;    // the mask's, for the other two colours; squares as everything here

// A line's light at a distance from its middle: bright lines are broader.  With less than three
// pixels of the host a line has no room for dark between them: it would be moire.
vec3 beam(vec3 light, float off) {
    vec3 wide = 0.58 + 0.24 * light + 0.35 * clamp(3.0 - pixels.y / size.y, 0.0, 1.0);
    vec3 part = max(1.0 - off * off / (wide * wide), 0.0);
    return light * part * part;
}

vec3 line(float x, float row) {
    vec3 c = texture(picture, vec2(x, (row + 0.5) / size.y)).rgb;
    return c * c;
}

vec3 through() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int stripe = at.x % 3;
    vec3 part = vec3(stripe == 0 ? 1.0 : DARK, stripe == 1 ? 1.0 : DARK, stripe == 2 ? 1.0 : DARK);
    if (mask == 2 && (at.y + (at.x / 3 % 2) * 2) % 4 == 0) part *= DARK;
    return part;
}

void main() {
    vec2 middle = place * 2.0 - 1.0;
    vec2 bent = middle * (1.0 + curve * middle.yx * middle.yx);
    vec2 at = bent * 0.5 + 0.5;
    // Edges of the glass, soft by a pixel of the host.
    vec2 inside = clamp((1.0 - abs(bent)) * pixels * 0.5, 0.0, 1.0);
    if (inside.x * inside.y == 0.0) {
        colour = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    // Sideways: sharp pixels whose edges are soft by a third of one.
    float x = at.x * size.x - 0.5;
    float from = floor(x);
    x = (from + smoothstep(0.33, 0.67, x - from) + 0.5) / size.x;
    float y = at.y * size.y - 0.5;
    float row = floor(y);
    float off = y - row;
    vec3 light = beam(line(x, row), off) + beam(line(x, row + 1.0), 1.0 - off);
    if (mask != 0) light *= through() * 1.25;
    light += glow * texture(halo, at).rgb;
    light *= 1.12 - vignette * dot(bent * bent, bent * bent);
    light *= inside.x * inside.y;
    colour = vec4(sqrt(light), 1.0);
}
