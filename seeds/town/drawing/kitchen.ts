import { palettes } from './palettes.ts'
import { around, both, box, disc, dot, ell, join, leaf, line, oval, patch, put, rect, repeat, ring, shape, shine, sparkle, tube } from './parts.ts'
import type { Drawings } from './scene.ts'

const p = palettes.kitchen
const steam = (x: number, y: number) => line(`M${x} ${y} q-36 -46 0 -92 q36 -46 0 -92 M${x + 90} ${y} q-36 -46 0 -92 q36 -46 0 -92`, p.cream, 16, 0.85)

const haloHalo = (x: number, y: number, size: number) =>
  put(x, y, size, 0, shape('M-90 -300 H90 L64 -30 Q60 0 30 0 H-30 Q-60 0 -64 -30Z', '#f3fbfa'), patch('M-70 -90 H70 L64 -30 Q60 0 30 0 H-30 Q-60 0 -64 -30Z', '#b45a4a'), patch('M-76 -150 H76 L70 -90 H-70Z', '#7fb069'), patch('M-82 -206 H82 L76 -150 H-76Z', p.third), ell(0, -310, 104, 52, '#ffffff'), dot(-30, -352, 46, '#9a6bb0'), shape('M20 -370 h60 v44 h-60Z', '#f0c665'), dot(56, -300, 16, p.main), line('M60 -330 L120 -470', p.metal, 12))

// prettier-ignore
export const kitchen: Drawings = {
  'stand-mixer': {
    thing: join(
      shape('M420 950 Q410 880 500 880 H1120 Q1220 880 1220 950Z', p.main), shape('M960 880 L940 520 H1180 Q1200 720 1180 880Z', p.main),
      oval(690, 590, 215, 40, '#97a3ad'), shape('M475 590 H905 Q900 820 790 870 H590 Q480 820 475 590Z', '#d6dce0'), shine('M520 640 Q530 760 590 820', 22, 0.8), tube('M905 640 Q990 640 980 720 Q960 780 880 770', p.metal, 24), line('M690 470 V560', p.metal, 22), line('M630 590 Q650 500 690 500 Q730 500 750 590', p.metal, 12), ell(690, 596, 170, 22, '#ffeebf'),
      shape('M440 330 Q440 230 560 230 H1040 Q1240 240 1250 400 Q1256 540 1160 540 H940 Q900 470 780 470 H560 Q440 460 440 330Z', p.main), rect(440, 352, 640, 26, 0, p.metal), disc(1130, 390, 50, p.cream), dot(1130, 390, 18, p.ink), disc(480, 366, 40, p.metal), dot(1010, 300, 12, p.ink, 0.4), shine('M520 290 Q560 262 640 262', 18, 0.5), disc(1070, 800, 22, p.ink),
      put(300, 950, 1, 0, shape('M-96 -60 Q0 -10 96 -60 L70 0 H-70Z', p.second), oval(0, -66, 96, 26, '#fff5dc'), oval(-20, -96, 38, 48, '#fffaf0'), oval(34, -90, 36, 44, '#f0d9b0')),
    ),
    shadows: [[820, 440], [300, 100]],
    backdrop: 'arch',
    closeUp: [740, 480, 1.5],
  },
  'samgyup-grill': {
    thing: join(
      box(440, 890, 150, 60, 18, p.ink), box(1010, 890, 150, 60, 18, p.ink), shape('M330 760 H1270 L1210 900 H390Z', '#47435a'), box(700, 800, 200, 70, 20, p.ink), disc(760, 835, 22, p.main), disc(840, 835, 22, p.third),
      tube('M300 690 H230 M1300 690 H1370', p.ink, 40), oval(800, 690, 520, 118, '#3b384e'), oval(800, 676, 470, 94, '#57536c'), ...[-3, -2, -1, 0, 1, 2, 3].map((at) => line(`M${800 + at * 110} ${600 + Math.abs(at) * 10} V${752 - Math.abs(at) * 10}`, p.ink, 7, 0.35)),
      ...[[500, 660, -14], [640, 620, 8], [690, 716, -6], [880, 640, 12], [960, 716, -10], [1100, 664, 16]].map(([x = 0, y = 0, turn = 0]) => put(x, y, 1, turn, shape('M-80 -26 Q0 -48 80 -22 Q90 10 76 26 Q0 8 -78 30 Q-92 0 -80 -26Z', '#e58a76'), line('M-66 -6 Q0 -26 70 -2', '#fbd8c4', 11), line('M-62 14 Q0 -4 64 16', '#c05b48', 7))), leaf(790, 720, 110, 70, '#6fae5d'), dot(560, 720, 24, p.cream), dot(1040, 612, 22, '#e9ddb0'),
      steam(640, 540), steam(880, 520), put(1180, 520, 1, 32, line('M-20 0 L-30 -330 M20 0 L30 -330', p.metal, 18), rect(-44, -360, 88, 50, 14, p.second)),
      ...[[250, p.main], [1360, '#8c5137']].map(([x, fill]) => put(Number(x), 950, 1, 0, shape('M-84 -64 Q0 -20 84 -64 L60 0 H-60Z', p.cream), oval(0, -68, 84, 22, String(fill)))),
    ),
    shadows: [[800, 460], [250, 80], [1360, 80]],
    backdrop: 'sun',
    closeUp: [780, 640, 1.55],
  },
  'rice-cooker': {
    thing: join(
      box(370, 620, 90, 130, 34, p.ink), box(1140, 620, 90, 130, 34, p.ink), shape('M420 500 H1180 V830 Q1180 940 1070 940 H530 Q420 940 420 830Z', '#faf5ea'), patch('M420 830 V800 H1180 V830 Q1180 940 1070 940 H530 Q420 940 420 830Z', p.second), put(0, 0, 1, 0, around(560, 650, 5, oval(0, -38, 26, 36, p.main)), disc(560, 650, 22, p.third), leaf(600, 690, 90, 120, p.second)),
      box(700, 680, 200, 180, 40, p.metal), disc(800, 740, 34, p.main), rect(770, 800, 60, 36, 12, p.ink), rect(390, 480, 820, 50, 24, p.metal), shape('M430 484 Q460 330 800 320 Q1140 330 1170 484Z', '#e3f1ee'), patch('M470 484 Q560 400 800 410 Q1040 400 1130 484Z', '#ffffff'), line('M560 404 Q660 360 760 352', '#ffffff', 18, 0.9), box(750, 270, 100, 64, 24, p.ink), dot(960, 396, 16, p.ink, 0.4),
      steam(760, 250), put(1330, 950, 1, 0, shape('M-110 -100 Q0 -30 110 -100 L80 0 H-80Z', p.main), ell(0, -110, 110, 60, '#ffffff'), ell(-30, -140, 60, 36, '#fffdf6'), ell(0, -94, 110, 18, '#ffffff')), put(270, 900, 1, -12, box(-22, -110, 44, 170, 20, p.accent), oval(0, -170, 64, 92, p.accent)), 
    ),
    shadows: [[800, 420], [1330, 110], [270, 70]],
    backdrop: 'window',
    closeUp: [780, 600, 1.5],
  },
  'espresso-machine': {
    thing: join(
      box(430, 900, 660, 60, 16, p.ink), box(450, 280, 620, 240, 40, p.second), box(810, 480, 260, 430, 20, p.second), box(450, 520, 360, 380, 0, '#23584d'), rect(440, 250, 640, 44, 20, p.metal), rect(470, 880, 330, 26, 8, p.metal),
      ...[500, 590, 680].map((x) => shape(`M${x - 36} 200 h72 l-10 52 h-52Z`, p.cream)), tube('M760 230 h20', p.cream, 12), disc(560, 390, 68, p.cream), line('M560 390 L590 350', p.main, 9), ring(560, 390, 52, p.metal, 6), disc(720, 390, 30, p.metal), disc(810, 390, 30, p.metal), disc(900, 390, 30, p.third), rect(960, 350, 70, 80, 12, p.ink),
      box(540, 510, 180, 60, 16, p.metal), shape('M560 570 H700 L680 620 H580Z', '#97a3ad'), line('M580 596 L440 640', p.ink, 34), line('M610 620 V690 M650 620 V690', p.accent, 9), shape('M560 760 H700 Q700 870 660 880 H600 Q560 870 560 760Z', p.cream), ell(630, 762, 70, 16, p.accent), line('M700 790 q54 10 -16 56', p.cream, 16), tube('M860 520 Q790 600 800 720', p.metal, 18), steam(590, 180),
      put(1230, 950, 1, 0, box(-90, -250, 180, 250, 30, '#47435a'), shape('M-110 -470 H110 L74 -250 H-74Z', '#e9f2ef'), patch('M-92 -370 H92 L74 -256 H-74Z', p.accent), box(-116, -500, 232, 40, 16, p.ink), disc(0, -130, 40, p.main), rect(-40, -40, 80, 40, 8, p.ink)), ...[[370, 940], [330, 955], [390, 965]].map(([x = 0, y = 0]) => put(x, y, 1, 30, oval(0, 0, 28, 18, p.accent), line('M-20 0 Q0 8 20 0', p.ink, 4, 0.5))),
    ),
    shadows: [[770, 380], [1230, 120]],
    backdrop: 'arch',
    closeUp: [680, 600, 1.55],
  },
  'air-fryer': {
    thing: join(
      shape('M500 470 Q500 210 800 210 Q1100 210 1100 470 V830 Q1100 940 990 940 H610 Q500 940 500 830Z', '#434059'), patch('M520 440 Q530 230 800 226 Q1070 230 1080 440 Q800 380 520 440Z', '#5b5775'), rect(680, 280, 240, 92, 30, p.ink), rect(710, 304, 110, 44, 8, '#8fe0c4', 0.9), dot(850, 326, 12, p.main), dot(884, 326, 12, p.third),
      rect(500, 520, 600, 16, 0, p.ink), box(540, 560, 520, 320, 50, '#504d69'), box(680, 660, 240, 90, 40, p.metal), rect(706, 684, 188, 42, 20, p.ink, 0.7), box(560, 930, 100, 34, 12, p.ink), box(940, 930, 100, 34, 12, p.ink), shine('M540 480 Q544 320 650 276', 18),
      put(1290, 950, 1, 0, shape('M-130 -70 Q0 -10 130 -70 L100 0 H-100Z', p.main), ...[[-60, -18], [-10, 12], [40, -8], [76, 20], [-94, 8]].map(([x = 0, turn = 0]) => put(x, -80, 1, turn, box(-14, -130, 28, 150, 8, p.third)))), put(310, 950, 1, 0, oval(0, -20, 130, 30, p.cream), shape('M-80 -40 Q-90 -130 0 -136 Q70 -132 80 -60 Q60 -24 -50 -26 Q-80 -26 -80 -40Z', '#c9803f'), line('M66 -96 L116 -150', '#f6e7cc', 20), dot(124, -156, 18, '#f6e7cc'), line('M-50 -90 Q-20 -110 10 -104', '#ffffff', 9, 0.4)),
    ),
    shadows: [[800, 330], [1290, 120], [310, 130]],
    backdrop: 'rays',
    closeUp: [800, 560, 1.5],
  },
  'ice-shaver': {
    thing: join(
      shape('M440 960 Q430 900 500 890 H900 Q970 900 960 960Z', p.second), shape('M860 900 L830 300 H930 L960 900Z', p.second), shape('M500 300 Q500 230 570 230 H900 Q960 230 960 300 V350 H500Z', p.second), tube('M640 230 V120', p.metal, 28), box(560, 350, 220, 36, 10, p.metal), line('M640 380 V430 M700 380 V430', p.metal, 16), box(550, 430, 240, 170, 24, '#d9f0f5'), patch('M570 580 L640 446 H690 L610 590Z', '#ffffff', 0.8), box(480, 600, 400, 44, 16, '#3d8f7e'), shape('M580 644 H760 L720 690 H620Z', p.metal),
      ...[[640, 720], [680, 740], [700, 710], [660, 700]].map(([x = 0, y = 0]) => sparkle(x, y, 16, '#ffffff')), shape('M580 780 H760 Q750 880 700 890 H640 Q590 880 580 780Z', '#f3fbfa'), ell(670, 780, 84, 46, '#ffffff'),
      ring(1060, 300, 150, p.second, 26), around(1060, 300, 4, line('M0 0 V-140', p.second, 20), 20), disc(1060, 300, 34, p.third), line('M1130 180 L1190 150', p.metal, 18), box(1160, 90, 54, 100, 24, p.accent), line('M940 290 H1040', p.metal, 24), sparkle(540, 290, 26, p.third), line('M480 920 H920', p.third, 8),
      haloHalo(1230, 955, 1.05), 
    ),
    shadows: [[700, 300], [1230, 90]],
    backdrop: 'bunting',
    closeUp: [860, 560, 1.45],
  },
  'waffle-maker': {
    thing: join(
      shape('M440 960 L500 880 H1100 L1160 960Z', p.ink), tube('M560 890 V620 M1040 890 V620', '#97a3ad', 40), tube('M1040 690 H1260', p.ink, 46), dot(1270, 690, 30, p.main),
      put(800, 700, 1, 0, oval(0, 20, 280, 110, '#aab3bb'), oval(0, 0, 270, 100, p.third), ...[-2, -1, 0, 1, 2].map((at) => line(`M${at * 88} ${-92 + Math.abs(at) * 16} V${92 - Math.abs(at) * 16}`, '#c9873a', 12)), line('M-240 -34 H240 M-264 6 H264 M-236 46 H236', '#c9873a', 12)),
      put(800, 600, 1, -16, line('M-240 40 L-270 90', '#97a3ad', 40), shape('M-290 0 A290 290 0 0 1 290 0 Q0 70 -290 0Z', '#d6dce0'), oval(0, 6, 286, 56, '#7d8791'), dot(-60, -170, 26, p.main), shine('M-220 -70 Q-180 -180 -100 -220', 18, 0.8)),
      put(330, 950, 1, 0, oval(0, -16, 150, 32, p.cream), ...[0, 1, 2].map((at) => join(oval(0, -50 - at * 40, 112, 34, '#d99a45'), oval(0, -60 - at * 40, 112, 30, p.third))), line('M-70 -148 H70 M-90 -136 H90 M-40 -160 V-120 M0 -164 V-116 M40 -160 V-120', '#c9873a', 7), shape('M-34 -170 h70 v36 h-70Z', '#fff0a8'), patch('M-60 -130 q20 60 40 0 q20 90 50 0 q24 50 40 -6 Z', p.accent, 0.8)), steam(760, 290),
    ),
    shadows: [[800, 400], [330, 150]],
    backdrop: 'sun',
    closeUp: [740, 620, 1.5],
  },
  'adobo-secret': {
    thing: join(
      both(800, tube('M470 600 Q380 590 390 680 Q400 730 480 720', p.accent, 40)), shape('M440 560 H1160 Q1200 900 960 950 H640 Q400 900 440 560Z', '#a8603c'), line('M470 700 Q800 770 1130 700', p.third, 14, 0.8), repeat(9, (at) => dot(510 + at * 72, 764 + Math.sin((at + 0.5) * Math.PI / 9) * 46, 11, p.cream, 0.7)), oval(800, 560, 372, 76, '#8a4a2c'), oval(800, 566, 320, 54, '#5b2e20'), ...[[620, 560], [720, 584], [810, 552], [900, 586], [980, 558]].map(([x = 0, y = 0]) => oval(x, y, 56, 26, '#b7743f')), leaf(760, 572, 90, 60, '#6b8f4e'), leaf(920, 560, 80, -60, '#6b8f4e'), dot(670, 556, 10, p.ink), dot(860, 580, 10, p.ink), steam(700, 470), steam(840, 450),
      put(1290, 900, 1, 12, box(-120, -180, 240, 250, 14, p.cream), line('M-80 -120 H80 M-80 -70 H50 M-80 -20 H70 M-80 30 H20', p.metal, 12), rect(-90, -200, 180, 50, 12, p.main)), put(300, 950, 1, 0, ...[[-40, 0], [40, -6], [0, -60]].map(([x = 0, y = 0]) => join(shape(`M${x} ${y - 100} q56 46 40 86 q-40 24 -80 0 q-16 -40 40 -86Z`, '#fffaf0'), line(`M${x} ${y - 84} V${y - 10}`, '#d9b8d0', 5)))),
    ),
    shadows: [[800, 380], [1290, 130], [300, 90]],
    backdrop: 'window',
    closeUp: [800, 620, 1.5],
  },
}
