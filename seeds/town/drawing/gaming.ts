import { palettes } from './palettes.ts'
import {
  around,
  box,
  disc,
  dot,
  ell,
  join,
  line,
  oval,
  patch,
  put,
  rect,
  repeat,
  ring,
  shape,
  shine,
  sparkle,
} from './parts.ts'
import type { Drawings } from './scene.ts'

const p = palettes.gaming

// prettier-ignore
const gamepad = (x: number, y: number, size: number, turn: number, shell: string, dark: string) =>
  put(x, y, size, turn,
    shape('M-170 -120 H170 Q260 -120 290 0 L330 180 Q336 260 270 266 Q220 268 180 190 L150 130 H-150 L-180 190 Q-220 268 -270 266 Q-336 260 -330 180 L-290 0 Q-260 -120 -170 -120Z',
      shell),
    patch('M-110 -120 H110 L90 20 Q80 50 50 50 H-50 Q-80 50 -90 20Z', dark, 0.9), rect(-80, -104, 160, 90, 16, '#ffffff', 0.16),
    rect(-236, -34, 96, 32, 10, dark), rect(-204, -66, 32, 96, 10, dark),
      ...[[0, -44], [46, 0], [0, 44], [-46, 0]].map(([dx = 0, dy = 0], at) => disc(192 + dx, -18 + dy, 22,
      [p.accent, p.second, p.third, '#e79ac0'][at] ?? p.accent)), disc(-90, 80, 52, dark), disc(-90, 76, 34, '#6b69a8'),
      disc(90, 80, 52, dark), disc(90, 76, 34, '#6b69a8'), shine('M-270 40 Q-250 -80 -180 -98', 12, 0.6))

// prettier-ignore
const die = (x: number, y: number, size: number, turn: number, fill: string) => put(x, y, size, turn,
  box(-60, -60, 120, 120, 24, fill), dot(-28, -28, 12, p.ink), dot(28, 28, 12, p.ink), dot(28, -28, 12, p.ink),
  dot(-28, 28, 12, p.ink), dot(0, 0, 12, p.ink))

// prettier-ignore
const meeple = (x: number, y: number, size: number, fill: string) => put(x, y, size, 0,
  shape('M0 -190 A44 44 0 0 1 36 -120 Q110 -100 110 -66 Q100 -50 50 -62 Q60 -30 84 0 H20 L0 -40 L-20 0 H-84 Q-60 -30 -50 -62 Q-100 -50 -110 -66 Q-110 -100 -36 -120 A44 44 0 0 1 0 -190Z',
  fill))

// prettier-ignore
export const gaming: Drawings = {
  'playstation-5': {
    thing: join(
      box(900, 926, 260, 40, 18, p.ink), shape('M940 180 Q1040 150 1120 180 V930 H940Z', p.ink),
        shape('M880 150 Q960 170 960 280 L980 930 H900 Q850 500 880 150Z', '#fbf8f2'),
        shape('M1180 150 Q1100 170 1100 280 L1080 930 H1160 Q1210 500 1180 150Z', '#ece8ea'),
        line('M974 300 L986 900', '#7cc7f0', 8), rect(1010, 600, 40, 190, 10, '#4a4863'), rect(1024, 830, 12, 50, 6, p.metal),
      gamepad(560, 640, 1.02, -10, '#fbf8f2', p.ink), gamepad(640, 836, 0.74, 8, p.second, p.ink),
    ),
    shadows: [[1030, 190], [600, 280]],
    backdrop: 'rays',
    closeUp: [640, 660, 1.55],
  },
  'nintendo-switch': {
    thing: join(
      shape('M380 840 H1220 L1260 960 H340Z', p.main), box(430, 860, 740, 90, 24, '#39397a'), dot(1110, 905, 10, '#7be08a'),
      box(400, 360, 800, 490, 20, p.ink), rect(434, 394, 732, 422, 10, '#6fc4d6'), dot(1040, 490, 52, p.accent),
        patch('M434 816 V690 Q560 600 700 680 Q860 560 1000 660 Q1100 620 1166 680 V816Z', '#56a86b'),
        patch('M434 816 V760 Q700 700 1166 770 V816Z', p.second),
      put(700, 700, 1, 0, box(-60, -30, 130, 50, 20, p.second), disc(-30, 24, 24, p.ink), disc(44, 24, 24, p.ink),
        disc(0, -50, 30, '#f0c49a'), patch('M-32 -56 a32 32 0 0 1 64 0Z', p.third)), rect(560, 450, 150, 26, 13, p.cream, 0.9),
        rect(560, 450, 90, 26, 13, p.accent),
      shape('M400 350 V860 H360 Q260 860 260 760 V450 Q260 350 360 350Z', '#3aa7d8'),
        shape('M1200 350 V860 H1240 Q1340 860 1340 760 V450 Q1340 350 1240 350Z', p.second),
      disc(330, 460, 46, p.ink), disc(330, 454, 30, '#55538a'), disc(1270, 640, 46, p.ink), disc(1270, 634, 30, '#55538a'),
        ...[[0, -44], [44, 0], [0, 44], [-44, 0]].map(([dx = 0, dy = 0]) => join(disc(330 + dx, 640 + dy, 19, p.ink),
        disc(1270 + dx, 460 + dy, 19, p.ink))), line('M306 390 H354 M1246 390 H1294 M1270 366 V414', p.ink, 10),
        shine('M286 460 Q286 380 350 376', 12),
    ),
    shadows: [[800, 520]],
    backdrop: 'sun',
    closeUp: [640, 580, 1.5],
  },
  'vr-headset': {
    thing: join(
      line('M420 560 C380 240 1220 240 1180 560', '#e6e3ea', 64), line('M420 560 C380 240 1220 240 1180 560', p.ink, 10, 0.2),
      line('M800 330 V520', '#d6d2de', 70), box(640, 290, 320, 60, 26, '#f5f2f4'),
      shape('M380 520 Q390 440 500 440 H1100 Q1210 440 1220 520 L1236 680 Q1240 800 1120 810 H1000 Q930 810 890 750 Q850 700 800 700 Q750 700 710 750 Q670 810 600 810 H480 Q360 800 364 680Z',
        '#faf7f6'),
      ...[[560, 620], [1040, 620]].map(([x = 0, y = 0]) => join(rect(x - 46, y - 110, 92, 220, 46, p.ink),
        disc(x, y - 50, 30, '#4d4b7d'), disc(x, y + 50, 30, '#4d4b7d'), dot(x - 8, y - 58, 10, '#ffffff', 0.7),
        dot(x - 8, y + 42, 10, '#ffffff', 0.7))), rect(754, 510, 92, 160, 46, p.ink), disc(800, 590, 28, p.third),
        shine('M416 600 Q420 500 490 484', 16, 0.9),
      ...[[420, -16], [1180, 16]].map(([x = 0, turn = 0]) => put(x, 880, 1, turn, box(-30, -30, 60, 150, 28, '#e6e3ea'),
        oval(0, -50, 84, 46, '#faf7f6'), disc(0, -54, 24, p.ink), disc(42, -46, 12, p.second), disc(-42, -46, 12, p.third))),
      sparkle(250, 360, 60, p.accent), sparkle(1370, 330, 70, p.cream), sparkle(1300, 480, 34, p.second),
        sparkle(300, 520, 34, p.cream), put(1400, 640, 1, 20, box(-36, -36, 72, 72, 12, p.third)), ring(220, 680, 36, p.second, 14),
    ),
    shadows: [[800, 470, 985]],
    backdrop: 'sun',
    closeUp: [800, 620, 1.5],
  },
  'board-games': {
    thing: join(
      box(380, 770, 840, 190, 18, p.second), rect(380, 830, 840, 60, 0, p.cream, 0.35), box(430, 620, 740, 150, 18, p.third),
        rect(470, 660, 300, 70, 14, p.cream), box(480, 500, 640, 120, 18, p.accent), dot(1000, 560, 34, p.second),
      ...[[640, 440], [740, 440], [690, 354], [840, 440],
        [790, 354]].map(([x = 0, y = 0], at) => put(x, y, 0.58, 0,
        shape('M0 -98 L86 -49 V49 L0 98 L-86 49 V-49Z', ['#7fb069', '#e9b872', '#6fb0c9', p.accent, p.second][at] ?? p.accent),
        dot(0, 0, 30, p.cream), dot(0, 0, 10, p.ink))), 
      meeple(960, 500, 0.9, p.main), meeple(1060, 500, 0.7, '#56a86b'), die(1310, 890, 1, 14, '#fffaf0'),
        die(1230, 740, 0.7, -12, p.second), meeple(290, 960, 1.3, p.accent),
        put(250, 620, 1, -14, box(-70, -100, 150, 210, 16, '#fffaf0'), patch('M5 -50 q60 50 0 110 q-60 -60 0 -110Z', p.second)),
        put(330, 640, 1, 10, box(-70, -100, 150, 210, 16, '#fffaf0'), sparkle(5, 6, 56, p.main)),
    ),
    shadows: [[800, 480], [1310, 90], [290, 130]],
    backdrop: 'window',
    closeUp: [820, 460, 1.55],
  },
  'arcade-cabinet': {
    thing: join(
      shape('M480 110 H1120 V250 L1090 300 V560 L1160 660 V960 H440 V660 L510 560 V300 L480 250Z', p.main),
        rect(520, 130, 560, 120, 16, p.accent), ...[[580, 0], [690, 1], [910, 1],
        [1020, 0]].map(([x = 0, kind]) => sparkle(x, 190, kind ? 30 : 46, p.second)), disc(800, 190, 42, p.third),
        shape('M800 190 L836 164 V216Z', p.accent),
      rect(550, 300, 500, 270, 20, p.ink), rect(576, 322, 448, 226, 14, '#2b2860'),
        ...[0, 1, 2].map((row) => repeat(6, (at) => put(630 + at * 68, 362 + row * 48, 1, 0,
        patch('M-18 14 V-6 Q-18 -18 0 -18 Q18 -18 18 -6 V14 L9 6 L0 14 L-9 6Z',
        [p.second, p.accent, '#6fd3c8'][row] ?? p.second)))), patch('M780 534 h60 v-14 h-20 v-14 h-20 v14 h-20Z', '#8be08f'),
        rect(806, 470, 8, 30, 4, p.cream),
      shape('M500 590 H1100 L1160 670 V720 H440 V670Z', p.second),
        ...[580, 880].map((x) => join(line(`M${x} 660 V606`, p.ink, 16), disc(x, 592, 30, p.accent),
        ...[0, 1, 2].map((at) => join(ell(x + 70 + at * 56, 640 + (at % 2) * 26, 22, 15, p.cream),
        ell(x + 70 + at * 56, 636 + (at % 2) * 26, 16, 10, p.third))))),
      rect(500, 760, 600, 170, 18, '#39397a'), around(800, 845, 8, line('M0 -30 V-70', p.accent, 12)),
        disc(800, 845, 34, p.second), rect(560, 800, 60, 90, 10, p.ink), rect(582, 820, 16, 40, 6, p.accent),
        rect(980, 800, 60, 90, 10, p.ink), rect(1002, 820, 16, 40, 6, p.accent),
    ),
    shadows: [[800, 400]],
    backdrop: 'rays',
    closeUp: [800, 440, 1.5],
  },
  'racing-wheel': {
    thing: join(
      shape('M620 620 H980 L1010 800 H590Z', '#4f4d80'), box(560, 780, 480, 70, 22, p.ink), box(700, 850, 200, 60, 14, '#4f4d80'), 
      ring(800, 450, 270, p.ink, 74), ring(800, 450, 290, '#ffffff', 8, 0.15),
        put(800, 450, 1, 0, line('M-250 -110 A274 274 0 0 1 -214 -170 M250 -110 A274 274 0 0 0 214 -170', p.second, 74)),
        rect(770, 150, 60, 60, 8, p.accent),
      shape('M560 400 H1040 L1000 500 Q900 520 880 600 L860 690 H740 L720 600 Q700 520 600 500Z', '#4a486f'),
        disc(800, 470, 82, p.ink), disc(800, 470, 54, p.second), sparkle(800, 470, 40, p.cream),
        ...[[640, p.third], [690, p.accent], [910, '#e79ac0'],
        [960, p.third]].map(([x, fill]) => disc(Number(x), 444, 18, String(fill))),
      put(1250, 920, 1, 0, shape('M-120 -10 L-80 -200 H120 L150 -10Z', p.ink),
        ...[-50, 20, 90].map((x, at) => join(line(`M${x} -40 L${x} -110`, p.metal, 14),
        box(x - 26, -230 + (at % 2) * 20, 52, 130, 14, p.metal), dot(x, -200 + (at % 2) * 20, 6, p.ink),
        dot(x, -160 + (at % 2) * 20, 6, p.ink)))),
      put(330, 950, 1, 0, box(-100, -130, 200, 130, 24, p.ink), line('M0 -110 L20 -250', p.metal, 20),
        disc(22, -280, 46, p.second), line('M-40 -60 V-100 M0 -60 V-100 M40 -60 V-100 M-40 -80 H40', p.cream, 7, 0.7)),
      ell(800, 936, 260, 14, p.ink, 0.25),
    ),
    shadows: [[800, 280], [1260, 170], [330, 130]],
    backdrop: 'city',
    closeUp: [800, 480, 1.5],
  },
}
