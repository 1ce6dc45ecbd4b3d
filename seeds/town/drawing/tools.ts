import { palettes } from './palettes.ts'
import { around, both, box, caster, disc, dot, join, line, oval, patch, put, rect, repeat, ring, shape, shine, tube } from './parts.ts'
import type { Drawings } from './scene.ts'

const p = palettes.tools

const paintCan = (x: number, y: number, size: number, colour: string) =>
  put(x, y, size, 0,
    line('M-130 -250 C-170 -420 170 -420 130 -250', p.metal, 12), box(-140, -280, 280, 280, 20, '#d7dbdf'), rect(-140, -200, 280, 130, 0, colour), oval(0, -276, 146, 40, p.metal), oval(0, -280, 118, 28, colour),
    patch('M-110 -270 h70 v90 a35 35 0 0 1 -70 0Z M-20 -262 h44 v50 a22 22 0 0 1 -44 0Z', colour),
  )

// prettier-ignore
export const tools: Drawings = {
  'hammer-drill': {
    thing: join(
      shape('M900 560 L1110 560 L1170 880 Q1178 930 1130 930 H960 Q920 930 922 890Z', p.main), box(890, 860, 330, 104, 26, p.ink), rect(920, 890, 180, 16, 8, p.cream, 0.4),
      shape('M610 340 H1130 Q1250 340 1250 460 Q1250 600 1130 600 H610Z', p.main), rect(1120, 370, 24, 200, 10, p.ink, 0.35), rect(1164, 378, 24, 184, 10, p.ink, 0.35), 
      shape('M500 370 H640 V580 H500 Q480 575 480 550 V400 Q480 375 500 370Z', '#256c71'), shape('M360 410 L490 396 V556 L360 536Z', p.ink), rect(390, 408, 14, 132, 4, p.metal, 0.35), rect(430, 404, 14, 140, 4, p.metal, 0.35),
      patch('M150 466 L210 452 H370 V494 H210Z', p.metal), repeat(4, (at) => line(`M${216 + at * 38} 496 L${240 + at * 38} 450`, '#7d8791', 10)),
      box(520, 560, 84, 250, 38, p.ink), repeat(5, (at) => rect(528, 620 + at * 34, 68, 12, 6, p.metal, 0.3)), shape('M840 600 Q800 640 850 700 H900 L910 600Z', p.second),
      rect(700, 420, 330, 90, 20, p.cream), rect(730, 446, 150, 38, 10, p.second), dot(960, 465, 24, p.third), shine('M640 372 H1060', 14),
      put(330, 900, 1, 0, box(-140, -30, 280, 90, 20, p.second), repeat(5, (at) => rect(-110 + at * 48, -130 + at * 14, 20, 104 - at * 14, 6, p.metal))),
    ),
    shadows: [[1040, 240], [330, 190]],
    backdrop: 'arch',
    closeUp: [820, 500, 1.5],
  },
  'pressure-washer': {
    thing: join(
      tube('M620 560 V220 Q620 180 660 180 H900 Q940 180 940 220 V560', p.ink, 34), box(680, 160, 200, 46, 22, p.third),
      shape('M540 480 Q540 400 620 400 H940 Q1020 400 1020 480 V900 Q1020 950 970 950 H590 Q540 950 540 900Z', '#f4c534'), shape('M540 700 H1020 V900 Q1020 950 970 950 H590 Q540 950 540 900Z', p.ink),
      rect(600, 450, 360, 90, 24, p.ink), repeat(6, (at) => rect(640 + at * 50, 470, 18, 50, 8, '#f4c534', 0.8)), disc(780, 626, 54, p.second), rect(770, 580, 20, 50, 8, p.cream),
      caster(560, 880, 86, '#3a374f', p.metal), caster(1000, 880, 86, '#3a374f', p.metal), disc(780, 820, 44, p.metal), dot(780, 820, 20, p.ink),
      line('M780 820 C780 990 1230 980 1260 800 C1280 680 1170 640 1190 560', p.ink, 24),
      put(1210, 500, 1, 24, box(-30, -30, 80, 190, 30, p.ink), shape('M-60 -60 H110 V20 H-60Z', '#f4c534'), tube('M-60 -22 H-220', p.metal, 24), box(-300, -46, 100, 48, 14, p.second)),
      put(920, 360, 1, 20, line('M0 0 L-120 -20 M0 24 L-130 40 M-4 -24 L-110 -74', p.cream, 12, 0.8)),
      box(330, 720, 130, 230, 34, p.main), box(360, 660, 70, 70, 14, p.cream), rect(330, 800, 130, 60, 0, p.cream, 0.6), dot(310, 640, 26, '#ffffff', 0.7), dot(350, 590, 16, '#ffffff', 0.7), dot(270, 590, 12, '#ffffff', 0.7),
    ),
    shadows: [[790, 320], [395, 90], [1200, 120]],
    backdrop: 'sun',
    closeUp: [800, 620, 1.5],
  },
  'step-ladder': {
    thing: join(
      line('M860 170 L1150 950', '#8b95a0', 34), line('M760 190 L1030 955', '#8b95a0', 26), line('M900 420 L820 420 M960 600 L880 600 M1030 780 L950 780', '#8b95a0', 20),
      tube('M690 180 L420 950', '#d5dade', 40), tube('M870 180 L700 950', '#d5dade', 40),
      repeat(6, (at) => box(658 - at * 40, 280 + at * 112, 226 + at * 9, 34, 8, at === 5 ? p.metal : '#e4e8eb')),
      box(620, 130, 320, 70, 20, p.second), box(394, 930, 60, 36, 10, p.ink), box(670, 930, 60, 36, 10, p.ink), box(1122, 930, 56, 36, 10, p.ink), box(1004, 936, 50, 28, 10, p.ink), line('M560 620 L930 640', p.third, 10),
      shape('M740 130 L730 50 H850 L840 130Z', p.main), line('M730 50 Q790 -10 850 50', p.ink, 9), line('M820 60 L900 -20', '#b97845', 20), rect(882, -52, 54, 44, 8, p.third),
    ),
    shadows: [[780, 420]],
    backdrop: 'window',
    closeUp: [760, 300, 1.5],
  },
  'circular-saw': {
    thing: join(
      box(200, 880, 1200, 80, 10, '#c98d55'), line('M240 912 H900 M300 938 H1200', '#a86b3f', 8, 0.6), rect(796, 880, 10, 80, 0, p.ink, 0.6),
      put(690, 690, 1, 0, around(0, 0, 20, patch('M-34 -228 L6 -272 L34 -226Z', '#99a3ad')), disc(0, 0, 236, '#d5dade'), ring(0, 0, 170, '#99a3ad', 8), disc(0, 0, 54, p.ink), around(0, 0, 4, rect(-10, -130, 20, 50, 10, '#99a3ad'))),
      shape('M420 690 A270 270 0 0 1 960 690 L1010 700 V760 H420Z', p.main), patch('M470 680 A220 220 0 0 1 910 680Z', '#3c979d'), box(340, 800, 860, 60, 16, p.ink), box(820, 600, 360, 180, 60, p.main), 
      rect(1090, 630, 20, 120, 8, p.ink, 0.4), rect(1126, 636, 20, 108, 8, p.ink, 0.4), tube('M620 440 C640 280 860 270 960 350 C1060 430 1100 520 1080 620', p.ink, 64), line('M700 350 Q800 300 900 360', p.second, 24), box(500, 460, 60, 90, 24, p.ink), disc(690, 560, 42, p.cream), dot(690, 560, 18, p.second),
      line('M1170 660 C1300 640 1280 420 1400 400', p.ink, 22), put(330, 850, 1, 0, dot(0, 0, 12, p.accent), dot(-50, -40, 9, p.accent), dot(-20, -90, 8, p.accent), dot(-90, -10, 10, p.accent)),
    ),
    shadows: [[800, 640]],
    backdrop: 'rays',
    closeUp: [740, 600, 1.5],
  },
  'socket-toolbox': {
    thing: join(
      put(560, 470, 1, -16, rect(-22, -250, 44, 290, 16, p.third), box(-110, -330, 220, 90, 22, p.metal)), put(720, 470, 1, 4, rect(-16, -130, 32, 170, 8, p.metal), box(-36, -330, 72, 210, 30, p.main), rect(-36, -250, 72, 12, 0, p.cream, 0.5)),
      put(1020, 480, 1, 14, shape('M-40 40 V-220 A80 80 0 1 1 40 -220 V40Z', '#cdd3d9'), patch('M-30 -240 V-360 H30 V-240 L0 -212Z', p.sky)), put(880, 480, 1, -4, rect(-22, -260, 44, 300, 20, p.metal), disc(0, -270, 54, '#8b95a0'), dot(0, -270, 24, p.ink)),
      tube('M600 470 V360 Q600 330 640 330 H960 Q1000 330 1000 360 V470', p.ink, 36),
      shape('M290 560 L360 450 H1240 L1310 560Z', '#b8412f'), box(290, 540, 1020, 410, 36, p.second), rect(290, 620, 1020, 20, 0, p.ink, 0.25), box(430, 590, 110, 100, 18, p.metal), box(1060, 590, 110, 100, 18, p.metal), rect(460, 630, 50, 18, 8, p.ink, 0.6), rect(1090, 630, 50, 18, 8, p.ink, 0.6),
      box(560, 730, 480, 150, 30, p.accent), repeat(6, (at) => join(disc(620 + at * 72, 805, 30 - at * 2.4, p.metal), dot(620 + at * 72, 805, 15 - at, p.ink))), shine('M330 700 V600 Q330 578 356 578', 16),
    ),
    shadows: [[800, 520]],
    backdrop: 'arch',
    closeUp: [800, 640, 1.5],
  },
  'welding-machine': {
    thing: join(
      line('M700 780 C760 900 900 1000 1000 930 C1080 880 980 760 1060 700', p.ink, 24), line('M560 780 C500 960 420 980 340 940', '#8e3627', 24),
      tube('M420 420 Q420 330 500 330 H740 Q820 330 820 420', p.ink, 36), box(350, 410, 540, 520, 50, p.third), box(350, 410, 150, 520, 50, '#c8702a'), repeat(6, (at) => rect(380, 520 + at * 60, 90, 22, 10, p.ink, 0.5)),
      rect(530, 460, 320, 200, 26, p.ink), rect(560, 486, 150, 70, 10, '#8fd9b6'), disc(780, 560, 50, p.cream), rect(772, 514, 16, 50, 8, p.second), dot(580, 610, 14, p.second), dot(630, 610, 14, p.accent),
      disc(560, 780, 46, p.ink), dot(560, 780, 22, p.second), disc(700, 780, 46, p.ink), dot(700, 780, 22, p.metal), box(400, 920, 90, 40, 12, p.ink), box(750, 920, 90, 40, 12, p.ink),
      shape('M930 470 Q930 240 1130 240 Q1330 240 1330 470 V640 Q1320 800 1130 850 Q940 800 930 640Z', p.main), rect(980, 430, 300, 150, 26, p.ink), rect(1000, 450, 260, 110, 16, '#7cc46b'), line('M1030 530 L1110 460', '#ffffff', 16, 0.6), line('M1060 690 H1200 M1080 740 H1180', p.ink, 14, 0.4), shine('M964 420 Q970 300 1070 274', 16),
      put(1330, 870, 1, 0, around(0, 0, 8, line('M0 -30 V-80', p.cream, 12)), dot(0, 0, 26, p.cream)),
    ),
    shadows: [[620, 310], [1120, 170]],
    backdrop: 'city',
    closeUp: [1000, 560, 1.5],
  },
  'generator': {
    thing: join(
      tube('M560 470 V330 Q560 290 610 290 H1000 Q1050 290 1050 330 V470', p.ink, 44), shape('M270 620 Q270 430 460 430 H1130 Q1330 430 1330 620 V860 Q1330 920 1270 920 H330 Q270 920 270 860Z', p.second), shape('M270 760 H1330 V860 Q1330 920 1270 920 H330 Q270 920 270 860Z', p.ink),
      box(640, 380, 120, 60, 20, p.ink), shape('M360 560 Q360 500 420 500 H760 V760 H360Z', '#f0e5d0'), rect(390, 540, 200, 70, 12, p.ink), rect(404, 552, 90, 46, 8, '#8fd9b6'),
      ...[[440, 690], [560, 690], [680, 690]].map(([x = 0, y = 0]) => join(disc(x, y, 44, p.ink), dot(x - 14, y, 7, p.cream), dot(x + 14, y, 7, p.cream))), disc(690, 576, 38, p.third), rect(684, 540, 12, 40, 6, p.ink),
      repeat(7, (at) => rect(880 + at * 54, 540, 24, 180, 12, p.ink, 0.45)), box(380, 910, 160, 54, 18, '#454360'), box(1060, 910, 160, 54, 18, '#454360'), box(1150, 800, 120, 60, 14, p.third), line('M440 690 C400 860 200 800 190 950', p.third, 18), shine('M330 600 Q336 480 450 470', 18),
    ),
    shadows: [[800, 560]],
    backdrop: 'sun',
    closeUp: [620, 640, 1.55],
  },
  'leftover-paint': {
    thing: join(paintCan(520, 950, 1.2, '#8cc3df'), paintCan(1080, 955, 1.3, p.accent), paintCan(800, 970, 1.45, '#7fb069'), put(1290, 930, 1, -62, box(-20, -60, 44, 210, 20, '#b97845'), box(-60, -130, 124, 80, 14, p.metal), shape('M-60 -130 H64 L50 -250 Q0 -220 -50 -250Z', p.second))),
    shadows: [[520, 190], [1080, 200], [800, 230]],
    backdrop: 'rays',
    closeUp: [800, 720, 1.5],
  },
}
void [both, caster]
