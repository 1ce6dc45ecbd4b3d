import { palettes } from './palettes.ts'
import {
  around,
  both,
  box,
  disc,
  dot,
  ell,
  join,
  lens,
  line,
  mesh,
  patch,
  put,
  rect,
  repeat,
  ring,
  shape,
  shine,
  tube,
} from './parts.ts'
import type { Drawings } from './scene.ts'

const p = palettes.cameras
const glass = '#5fa7b8'

// prettier-ignore
const rotor = (x: number, y: number) =>
  join(box(x - 22, y - 6, 44, 74, 14, p.metal), ell(x, y - 14, 178, 17, p.ink, 0.28),
    shape(`M${x} ${y - 22} q-92 -34 -160 -6 q66 30 160 18 q92 30 160 6 q-70 -34 -160 -18Z`, p.ink), dot(x, y - 12, 18, p.second))

// prettier-ignore
const softbox = (x: number, y: number, turn: number, sheet: string) =>
  put(x, y, 1, turn, shape('M-190 -200 H190 L70 -20 Q0 40 -70 -20Z', p.main), shape('M-226 -470 H226 L190 -196 H-190Z', p.main),
    rect(-206, -448, 412, 232, 14, sheet), rect(-206, -448, 412, 60, 14, '#ffffff', 0.35))

// prettier-ignore
export const cameras: Drawings = {
  'canon-r50': {
    thing: join(
      line('M396 470 C300 380 270 640 330 800 C360 880 300 930 260 940', p.second, 30),
      shape('M640 400 L690 296 Q700 276 724 276 H900 Q924 276 934 296 L984 400Z', p.main),
      rect(744, 262, 136, 26, 10, p.ink),
      box(370, 380, 860, 560, 84, p.main),
      rect(370, 520, 860, 250, 0, p.ink, 0.5),
      shape('M370 464 Q370 380 454 380 H560 Q596 380 596 430 V850 Q596 940 520 940 H454 Q370 940 370 856Z', '#34334a'),
      box(404, 340, 118, 52, 20, p.ink), disc(463, 340, 34, p.second),
      box(1040, 330, 130, 56, 18, p.ink), repeat(6, (at) => rect(1052 + at * 19, 336, 6, 44, 3, p.metal, 0.4)),
      rect(1090, 430, 88, 44, 12, p.cream), dot(1000, 452, 20, p.accent),
      lens(800, 655, 262, '#4a4964', glass, p.ink), ring(800, 655, 222, p.second, 10),
      shine('M420 470 Q424 420 470 412', 16),
    ),
    shadows: [[800, 460]],
    backdrop: 'arch',
    closeUp: [800, 640, 1.55],
  },
  'fujifilm-xt30': {
    thing: join(
      line('M380 470 C250 560 250 300 380 240 C620 130 980 130 1220 240 C1350 300 1350 560 1220 470', p.second, 26),
      box(360, 450, 880, 480, 60, '#3b3a50'),
      shape('M360 520 V500 Q360 436 424 436 H650 L700 352 H900 L950 436 H1176 Q1240 436 1240 500 V520Z', '#d9dadb'),
      box(360, 846, 880, 84, 40, '#d9dadb'),
      mesh(392, 560, 8, 12, 24, 5, '#ffffff', 0.12), mesh(1060, 560, 7, 12, 24, 5, '#ffffff', 0.12),
      rect(720, 380, 160, 54, 10, p.ink), rect(736, 392, 128, 30, 6, glass, 0.8),
      box(420, 374, 130, 66, 14, '#c3c6c9'), repeat(7, (at) => rect(428 + at * 17, 380, 6, 54, 3, p.ink, 0.3)),
      box(1010, 384, 96, 56, 12, '#c3c6c9'), box(1126, 398, 76, 42, 10, p.main), disc(586, 418, 26, '#c3c6c9'),
      rect(1120, 470, 76, 40, 10, p.ink), dot(440, 484, 15, p.second),
      lens(800, 670, 222, '#5a5a6c', '#d88a56', p.ink),
      around(800, 670, 24, rect(-5, -222, 10, 26, 4, p.ink, 0.45)), ring(800, 670, 176, p.metal, 8),
    ),
    shadows: [[800, 450]],
    backdrop: 'sun',
    closeUp: [700, 560, 1.6],
  },
  'gopro-hero12': {
    thing: join(
      box(730, 810, 140, 150, 26, p.accent), rect(742, 850, 116, 14, 6, p.ink, 0.25), rect(742, 884, 116, 14, 6, p.ink, 0.25),
      box(340, 250, 920, 590, 90, glass), rect(366, 276, 868, 538, 72, '#ffffff', 0.35),
      box(430, 330, 740, 440, 56, p.main), rect(430, 640, 740, 70, 0, '#2c2b40'),
      rect(490, 400, 210, 170, 22, p.ink), line('M520 520 l50 -60 l44 44 l26 -26 l40 42', p.accent, 12),
      box(800, 360, 330, 330, 60, '#2c2b40'), lens(965, 525, 150, '#4a4964', glass, p.ink),
      rect(490, 600, 120, 16, 8, '#55546f'), dot(672, 606, 14, p.second),
      disc(470, 240, 44, p.second), box(1100, 216, 120, 56, 22, p.main), box(1222, 460, 70, 170, 26, p.main),
      shine('M384 470 V380 Q388 310 450 298', 20, 0.7), shine('M384 560 V530', 20, 0.7),
      put(1330, 830, 1, 0, dot(0, 0, 34, '#ffffff', 0.5), dot(70, -90, 22, '#ffffff', 0.5), dot(10, -170, 16, '#ffffff', 0.5)),
    ),
    shadows: [[800, 220]],
    backdrop: 'waves',
    closeUp: [930, 530, 1.6],
  },
  'dji-mini-drone': {
    thing: join(
      both(800, tube('M700 500 L400 400', '#cfd2d6', 46), tube('M690 590 L330 640', '#b9bdc4', 50)),
      rotor(390, 376), rotor(1210, 376), rotor(310, 616), rotor(1290, 616),
      shape('M610 560 Q600 440 720 414 H880 Q1000 440 990 560 L960 690 Q950 730 900 730 H700 Q650 730 640 690Z', '#e6e5e2'),
      shape('M690 430 H910 L884 520 H716Z', '#cfd2d6'), rect(770, 452, 60, 12, 6, p.second), rect(664, 566, 30, 20, 8, p.ink, 0.6),
        rect(906, 566, 30, 20, 8, p.ink, 0.6),
      box(700, 640, 200, 70, 24, '#b9bdc4'), box(716, 672, 168, 128, 44, p.main), lens(800, 738, 66, '#55546f', glass, p.ink),
      line('M400 680 l-16 70', '#b9bdc4', 18), line('M1200 680 l16 70', '#b9bdc4', 18),
    ),
    shadows: [[800, 330, 985]],
    backdrop: 'clouds',
    closeUp: [800, 600, 1.6],
  },
  'instax-mini': {
    thing: join(
      put(1110, 560, 1, 12, box(-10, -230, 300, 380, 18, p.cream), rect(20, -200, 240, 250, 8, p.third),
        dot(96, -110, 40, p.accent), patch('M20 50 V0 L100 -60 L170 0 L210 -30 L260 10 V50Z', '#35706c')),
      line('M420 420 C300 420 300 700 350 800', p.second, 22),
      shape('M400 560 Q380 300 620 280 H980 Q1210 300 1200 560 V760 Q1200 950 1010 950 H590 Q400 950 400 760Z', '#a9dcc8'),
      shape('M400 700 V760 Q400 950 590 950 H1010 Q1200 950 1200 760 V700 Q1000 780 800 780 Q600 780 400 700Z', '#8fceb8'),
      box(560, 262, 480, 34, 12, '#5c9c8a'),
      box(930, 340, 200, 116, 30, p.cream), rect(952, 360, 156, 76, 18, '#ffffff', 0.8), box(500, 350, 140, 100, 28, '#5c9c8a'),
        rect(520, 368, 100, 64, 14, p.ink),
      disc(800, 640, 236, '#c6ebdc'), lens(800, 640, 176, p.cream, glass, p.ink), disc(486, 560, 40, p.second),
        dot(1110, 520, 14, p.ink, 0.5),
      shine('M452 520 Q452 380 560 346', 18, 0.6),
    ),
    shadows: [[800, 420], [1270, 160]],
    backdrop: 'rays',
    closeUp: [860, 560, 1.5],
  },
  'sony-telephoto': {
    thing: join(
      box(690, 790, 250, 60, 20, '#bfc0c4'), box(750, 740, 120, 70, 12, '#bfc0c4'), box(640, 846, 350, 100, 26, '#a5a8af'),
      box(230, 440, 110, 350, 26, p.main), rect(206, 470, 40, 290, 12, p.metal),
      box(320, 400, 380, 430, 40, '#ece7dc'), box(680, 370, 280, 490, 34, '#e2dccf'), box(940, 350, 180, 530, 36, '#ece7dc'),
      box(430, 394, 150, 442, 16, p.main), repeat(8, (at) => rect(430, 414 + at * 52, 150, 16, 6, '#ffffff', 0.12)),
      box(960, 346, 120, 538, 16, p.main), repeat(10, (at) => rect(960, 366 + at * 52, 120, 16, 6, '#ffffff', 0.12)),
      shape('M1110 340 H1160 L1370 290 Q1392 286 1392 310 V920 Q1392 944 1370 940 L1160 890 H1110Z', p.main),
      ell(1386, 615, 40, 300, '#26253a'), ell(1386, 615, 26, 220, glass), ell(1380, 540, 8, 80, '#ffffff', 0.5),
      rect(340, 460, 60, 90, 10, p.ink, 0.8), rect(352, 472, 36, 30, 6, p.accent), rect(694, 560, 250, 14, 0, p.second),
        shine('M720 430 H920', 18),
    ),
    shadows: [[820, 400]],
    backdrop: 'sun',
    closeUp: [1080, 610, 1.5],
  },
  'softbox-kit': {
    thing: join(
      tube('M520 620 V900', p.metal, 26), line('M520 820 L370 950 M520 820 L660 950', p.ink, 22),
      tube('M1110 560 V900', p.metal, 26), line('M1110 790 L940 954 M1110 790 L1270 954', p.ink, 22),
      patch('M330 440 L120 900 H820 L700 330Z', p.cream, 0.25),
      softbox(500, 640, -12, '#fff6df'), softbox(1110, 590, 10, '#ffe9bd'),
      box(700, 860, 190, 100, 24, p.second), line('M740 860 q54 -60 108 0', p.main, 16), rect(700, 900, 190, 10, 0, p.accent),
    ),
    shadows: [[510, 190], [1110, 210], [795, 110]],
    backdrop: 'window',
    closeUp: [800, 560, 1.1],
  },
  'travel-tripod': {
    thing: join(
      tube('M800 520 L560 950', '#4a4964', 44), tube('M800 520 L1040 950', '#4a4964', 44), tube('M800 520 V900', '#3c3b54', 44),
      tube('M690 716 L622 838 M910 716 L978 838', p.metal, 28), line('M800 700 L690 716 M800 700 L910 716', p.metal, 14),
      both(800, disc(556, 950, 26, p.second)), disc(800, 912, 26, p.second),
      box(740, 430, 120, 150, 24, p.main), tube('M860 540 L1010 580', p.second, 26), disc(800, 380, 66, p.second),
        disc(800, 360, 48, p.metal), box(700, 286, 200, 50, 16, p.main),
      box(690, 90, 220, 190, 24, '#4a4964'), rect(706, 106, 188, 158, 14, glass),
        patch('M706 264 L770 180 L820 236 L850 204 L894 264Z', p.third), dot(850, 146, 20, p.accent),
      rect(680, 250, 240, 44, 12, p.ink),
    ),
    shadows: [[800, 300]],
    backdrop: 'hills',
    closeUp: [800, 320, 1.6],
  },
}
