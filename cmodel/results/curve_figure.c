/* SPDX-License-Identifier: Apache-2.0 */
#include "curve_figure.h"

#include <math.h>
#include <string.h>

#include "../base/quote.h"

/* The frame of the diagram in the picture. */
enum { WIDTH = 720, HEIGHT = 420, LEFT = 70, RIGHT = 690, TOP = 50, BOTTOM = 360, TICKS = 5 };

static const char *const colours[] = {"#1f5fa8", "#c2571a", "#2e7d32", "#6a3d9a"};

/* Where the diagram ends above: the next of 1, 2, 5, 10, 20 ... */
static double top_of(const struct curve *curve, int curves)
{
    double most = 1, top = 1;

    for (int c = 0; c < curves; c++)
        for (int i = 0; i < curve[c].points; i++)
            most = fmax(most, curve[c].point[i].y + curve[c].point[i].half);
    for (int step = 0; top < most; step++)
        top *= step % 3 == 1 ? 2.5 : 2;
    return top;
}

static double across(double x)
{
    return LEFT + x * (RIGHT - LEFT);
}

static double up(double y, double top)
{
    return BOTTOM - y / top * (BOTTOM - TOP);
}

static void print_text(double x, double y, const char *anchor, const char *text, FILE *out)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    quote_xml(text, strlen(text), out);
    fprintf(out, "</text>\n");
}

static void print_frame(const char *title, double top, FILE *out)
{
    char number[32];

    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n",
        WIDTH, HEIGHT);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, HEIGHT);
    print_text(LEFT, 24, "start", title, out);
    for (int i = 0; i <= TICKS; i++) {
        double x = across((double)i / TICKS), y = up(top * i / TICKS, top);
        fprintf(out, "<path d=\"M%.1f %d V%d M%d %.1f H%d\" stroke=\"#dddddd\"/>\n", x, TOP, BOTTOM, LEFT, y, RIGHT);
        snprintf(number, sizeof number, "%g", (double)i / TICKS);
        print_text(x, BOTTOM + 20, "middle", number, out);
        snprintf(number, sizeof number, "%g", top * i / TICKS);
        print_text(LEFT - 8, y + 4, "end", number, out);
    }
    print_text((LEFT + RIGHT) / 2.0, BOTTOM + 42, "middle", "load, flits a cycle and input", out);
    print_text(LEFT, TOP - 8, "start", "mean latency, cycles", out);
}

static void print_curve(const struct curve *c, const char *colour, double top, FILE *out)
{
    fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
    for (int i = 0; i < c->points; i++)
        fprintf(out, "%.1f,%.1f ", across(c->point[i].x), up(c->point[i].y, top));
    fprintf(out, "\"/>\n");
    for (int i = 0; i < c->points; i++) {
        const struct curve_point *p = &c->point[i];
        double x = across(p->x);
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x, up(p->y, top), colour);
        if (p->half > 0)
            fprintf(out, "<path d=\"M%.1f %.1f V%.1f M%.1f %.1f h8 M%.1f %.1f h8\" stroke=\"%s\"/>\n", x,
                    up(p->y - p->half, top), up(p->y + p->half, top), x - 4, up(p->y - p->half, top), x - 4,
                    up(p->y + p->half, top), colour);
    }
    if (c->end > 0)
        fprintf(out, "<path d=\"M%.1f %d V%d\" stroke=\"%s\" stroke-dasharray=\"5 4\"/>\n", across(c->end), TOP, BOTTOM,
                colour);
}

void curve_figure(const char *title, const struct curve *curve, int curves, FILE *out)
{
    double top = top_of(curve, curves);

    print_frame(title, top, out);
    for (int i = 0; i < curves; i++) {
        const char *colour = colours[(size_t)i % (sizeof colours / sizeof *colours)];
        print_curve(&curve[i], colour, top, out);
        fprintf(out, "<path d=\"M%d %d h24\" stroke=\"%s\" stroke-width=\"2\"/>\n", LEFT + 12, TOP + 16 + 20 * i,
                colour);
        print_text(LEFT + 44, TOP + 20 + 20 * i, "start", curve[i].name, out);
    }
    fprintf(out, "</svg>\n");
}
