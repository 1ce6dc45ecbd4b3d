import { palettes } from './palettes.ts'
import { around, both, box, caster, disc, dot, ell, join, leaf, line, oval, patch, put, rect, repeat, ring, shape, shine, sparkle, tube, tuft } from './parts.ts'
import type { Drawings } from './scene.ts'

const p = palettes.camping
const wood = '#a86b3f'

const lantern = (x: number, y: number, size: number, colour: string) =>
  put(x, y, size, 0,
    dot(0, -230, 330, '#fff2b8', 0.28),
    line('M-90 -380 C-110 -560 110 -560 90 -380', p.ink, 18),
    box(-100, -410, 200, 60, 26, colour), box(-70, -450, 140, 50, 20, colour),
    rect(-92, -350, 184, 230, 24, '#fff1bd'), oval(0, -235, 46, 84, p.third), ell(-6, -230, 20, 46, '#ffffff', 0.8),
    line('M-88 -350 V-120 M88 -350 V-120', p.ink, 14),
    shape('M-120 -130 H120 L136 -20 Q138 0 116 0 H-116 Q-138 0 -136 -20Z', colour), disc(0, -64, 28, p.cream), shine('M-74 -330 V-200', 14, 0.8),
  )

const campChair = (x: number, colour: string, pocket: string) =>
  put(x, 0, 1, 0,
    tube('M-150 950 L150 640 M150 950 L-150 640', p.metal, 20), tube('M-150 640 V330 M150 640 V330', p.metal, 20),
    shape('M-160 330 Q0 370 160 330 L150 640 Q0 680 -150 640Z', colour), patch('M-146 350 Q0 388 146 350 L143 430 Q0 466 -143 430Z', p.cream, 0.35),
    shape('M-166 640 Q0 690 166 640 L190 730 Q0 790 -190 730Z', colour),
    box(-212, 560, 80, 34, 14, pocket), box(132, 560, 80, 34, 14, pocket), shape('M142 594 H204 L194 670 H152Z', p.ink),
  )

// prettier-ignore
export const camping: Drawings = {
  'dome-tent': {
    thing: join(
      line('M330 800 L190 950 M1270 800 L1420 950', p.cream, 8),
      shape('M230 950 C330 560 560 300 800 280 C1040 300 1270 560 1370 950Z', p.second),
      patch('M230 950 C330 560 560 300 800 280 C700 420 600 660 560 950Z', '#f6a877'),
      shape('M500 560 C560 400 690 262 800 250 C910 262 1040 400 1100 560 C1010 500 900 530 800 470 C700 530 590 500 500 560Z', p.main),
      patch('M800 470 C720 600 640 780 620 950 H980 C960 780 880 600 800 470Z', p.ink),
      patch('M800 470 C720 600 640 780 620 950 H660 C640 800 740 620 800 470Z', p.cream), shape('M800 470 C880 600 960 780 980 950 H1080 C1060 800 960 660 800 470Z', p.third),
      patch('M690 950 C720 880 880 880 910 950Z', p.third, 0.9), ell(800, 880, 60, 24, p.cream, 0.5),
      line('M800 280 C640 360 440 620 400 950', p.cream, 8, 0.5),
      line('M800 250 V190', p.ink, 10), patch('M800 186 L900 214 L800 246Z', p.accent), tuft(200, 962, 5, p.main), tuft(1400, 970, 6, p.main), tuft(1300, 990, 4, p.main),
    ),
    shadows: [[800, 620]],
    backdrop: 'hills',
    closeUp: [800, 640, 1.45],
  },
  'hammock-stand': {
    thing: join(
      tube('M210 470 C240 800 420 930 620 930 H980 C1180 930 1360 800 1390 470', wood, 42), box(440, 912, 60, 50, 10, wood), box(1100, 912, 60, 50, 10, wood), box(760, 900, 80, 60, 14, p.ink),
      line('M216 478 L420 560 M216 478 L400 610 M216 478 L440 520 M1384 478 L1180 560 M1384 478 L1200 610 M1384 478 L1160 520', p.cream, 8),
      shape('M390 520 Q800 900 1210 520 L1220 640 Q800 990 380 640Z', p.cream),
      patch('M386 560 Q800 920 1214 560 L1216 590 Q800 950 384 590Z', p.accent), patch('M383 612 Q800 964 1217 612 L1220 640 Q800 990 380 640Z', p.second),
      repeat(17, (at) => line(`M${430 + at * 46} ${690 + Math.sin((at + 1) * Math.PI / 18) * 132} v56`, p.third, 9)),
      shape('M470 560 Q560 470 690 600 Q700 690 600 690 Q500 660 470 560Z', p.third), dot(590, 610, 26, p.cream, 0.5),
      dot(216, 478, 22, p.ink), dot(1384, 478, 22, p.ink), leaf(1340, 960, 150, 14, p.main), leaf(1360, 962, 120, 46, p.main),
    ),
    shadows: [[800, 500]],
    backdrop: 'leaves',
    closeUp: [660, 700, 1.6],
  },
  'cooler-box': {
    thing: join(
      line('M400 480 V250 Q400 210 440 210 H1160 Q1200 210 1200 250 V480', p.ink, 30),
      shape('M330 440 H1270 L1236 880 Q1232 930 1180 930 H420 Q368 930 364 880Z', p.accent),
      patch('M346 640 H1254 L1248 720 H352Z', p.cream), box(300, 350, 1000, 120, 44, p.cream), rect(300, 440, 1000, 30, 15, p.metal),
      box(740, 430, 120, 110, 22, p.ink), rect(764, 456, 72, 20, 8, p.cream, 0.6),
      box(270, 560, 70, 150, 26, p.ink), box(1260, 560, 70, 150, 26, p.ink), caster(430, 908, 62, p.ink, p.metal), caster(1170, 908, 62, p.ink, p.metal), dot(1120, 800, 22, p.ink), 
      put(960, 350, 1, 0, shape('M-60 0 V-120 Q-60 -180 -34 -210 V-270 H34 V-210 Q60 -180 60 -120 V0Z', p.main), rect(-36, -290, 72, 30, 8, p.third), rect(-60, -110, 120, 70, 0, p.cream)),
      put(620, 350, 1, 0, box(-54, -150, 108, 160, 18, p.third), rect(-54, -110, 108, 60, 0, p.second), rect(-44, -160, 88, 16, 8, p.metal)),
      put(770, 350, 1, 14, box(-50, -110, 110, 110, 20, '#d5eef0')), put(500, 354, 1, -10, box(-50, -80, 96, 90, 18, '#d5eef0')), put(1090, 352, 1, 8, box(-40, -76, 90, 90, 18, '#d5eef0')),
      box(300, 336, 1000, 40, 20, p.cream), shine('M410 520 L430 780', 18),
    ),
    shadows: [[800, 490]],
    backdrop: 'waves',
    closeUp: [830, 420, 1.5],
  },
  'camp-stove': {
    thing: join(
      box(420, 930, 120, 36, 12, p.ink), box(1080, 930, 120, 36, 12, p.ink),
      shape('M300 750 Q300 710 340 710 H1260 Q1300 710 1300 750 V900 Q1300 940 1260 940 H340 Q300 940 300 900Z', p.main),
      shape('M1010 680 H1270 Q1300 680 1300 712 V800 H1010Z', '#25594c'), rect(1050, 730, 200, 14, 7, p.cream, 0.35), rect(1050, 762, 200, 14, 7, p.cream, 0.35),
      disc(1150, 868, 56, p.cream), rect(1142, 816, 16, 56, 8, p.accent), rect(360, 830, 250, 50, 20, p.third),
      rect(350, 690, 600, 34, 12, p.ink), repeat(9, (at) => patch(`M${470 + at * 45} 694 q-22 -40 4 -84 q28 44 4 84Z`, at % 2 ? '#79c4d8' : p.third)),
      line('M390 690 V640 H460 M910 690 V640 H840', p.ink, 20), 
      shape('M400 400 H900 L872 590 Q866 640 816 640 H484 Q434 640 428 590Z', '#d9dde1'), rect(376, 376, 548, 40, 20, p.metal), box(640, 300, 20, 60, 8, p.ink), oval(650, 366, 240, 36, '#e8ebed'), box(606, 290, 88, 40, 18, p.ink),
      tube('M920 420 H1120', p.ink, 40), shine('M470 450 L486 560', 18, 0.7),
      line('M560 250 q-40 -50 0 -100 q40 -50 0 -100 M740 250 q-40 -50 0 -100 q40 -50 0 -100', p.cream, 16, 0.7),
    ),
    shadows: [[800, 530]],
    backdrop: 'hills',
    closeUp: [680, 560, 1.5],
  },
  'sleeping-bag': {
    thing: join(
      shape('M250 900 C230 700 300 560 470 560 C760 560 1040 600 1300 680 C1400 712 1420 900 1320 936 C1000 970 600 960 330 950 C280 948 254 930 250 900Z', p.main),
      patch('M262 930 C250 720 330 580 470 560 C760 560 1040 600 1300 680 L1290 720 C1030 650 780 620 520 630 C420 640 350 760 350 950 C300 948 272 946 262 930Z', '#43897a'),
      repeat(6, (at) => line(`M${560 + at * 128} ${600 + at * 13} Q${600 + at * 126} ${780 + at * 4} ${540 + at * 130} 950`, p.ink, 8, 0.3)),
      oval(470, 740, 190, 178, p.third), oval(482, 752, 150, 140, p.second), shape('M360 790 Q390 660 500 690 Q610 700 610 790 Q480 860 360 790Z', p.cream),
      line('M650 690 C900 700 1100 730 1310 800', p.third, 12), dot(660, 692, 18, p.accent),
      put(1160, 560, 1, -6, box(-130, -270, 270, 330, 70, p.second), rect(-130, -200, 270, 24, 0, p.ink, 0.3), rect(-130, -20, 270, 24, 0, p.ink, 0.3), oval(6, -262, 120, 36, '#f3a274'), line('M-40 -280 q46 -80 92 0', p.ink, 14)),
      sparkle(300, 330, 50, p.cream), sparkle(420, 220, 30, p.cream), sparkle(760, 300, 36, p.cream), patch('M560 200 A110 110 0 1 0 670 340 A130 130 0 0 1 560 200Z', p.cream),
    ),
    shadows: [[800, 600]],
    backdrop: 'hills',
    closeUp: [520, 720, 1.6],
  },
  'camp-lantern': {
    thing: join(lantern(590, 960, 1.42, p.accent), lantern(1080, 966, 1.06, p.main)),
    shadows: [[590, 210], [1080, 160]],
    backdrop: 'sun',
    closeUp: [620, 600, 1.5],
  },
  'trek-backpack': {
    thing: join(
      oval(800, 236, 330, 84, p.third), ell(486, 236, 46, 78, '#d99f3d'), ring(486, 236, 30, p.ink, 8, 0.4), rect(620, 160, 30, 156, 8, p.ink, 0.7), rect(950, 160, 30, 156, 8, p.ink, 0.7),
      both(800, shape('M560 560 H470 Q420 580 420 660 V820 Q420 880 480 880 H560Z', '#25594c')),
      box(520, 330, 560, 630, 120, p.main), shape('M500 420 Q500 280 640 270 H960 Q1100 280 1100 420 V500 Q800 570 500 500Z', '#3a8573'),
      box(580, 640, 440, 270, 60, p.second), rect(580, 700, 440, 14, 0, p.ink, 0.35), box(630, 750, 340, 120, 30, '#f09b6c'),
      rect(640, 480, 40, 200, 10, p.ink, 0.75), rect(920, 480, 40, 200, 10, p.ink, 0.75), box(628, 560, 64, 50, 12, p.cream), box(908, 560, 64, 50, 12, p.cream),
      line('M740 270 Q800 200 860 270', p.ink, 20), line('M1020 660 q30 60 0 110', p.third, 14), ring(1030, 790, 26, p.metal, 12),
      box(1120, 600, 90, 280, 34, '#8fd0d6'), box(1136, 566, 58, 44, 12, p.accent), rect(1120, 690, 90, 60, 0, p.cream, 0.6), shine('M560 470 V390 Q566 330 620 318', 16), disc(800, 420, 44, p.cream), patch('M764 440 L800 384 L836 440Z', p.accent),
    ),
    shadows: [[800, 380]],
    backdrop: 'hills',
    closeUp: [800, 580, 1.5],
  },
  'camp-chairs': {
    thing: join(put(0, 60, 1, 0), campChair(530, p.accent, p.ink), campChair(1070, p.third, p.ink), box(740, 800, 120, 150, 14, wood), rect(720, 780, 160, 30, 10, '#c48a58'), box(772, 710, 56, 72, 10, p.main), line('M786 700 q-14 -24 0 -44 M814 700 q-14 -24 0 -44', p.cream, 8, 0.7)),
    shadows: [[530, 220], [1070, 220], [800, 90]],
    backdrop: 'hills',
    closeUp: [560, 560, 1.5],
  },
}
void [around]
