import { palettes } from './palettes.ts'
import {
  around,
  box,
  caster,
  disc,
  dot,
  join,
  line,
  oval,
  patch,
  put,
  rect,
  repeat,
  shape,
  shine,
  sized,
  tube,
  tyre,
} from './parts.ts'
import type { Drawings } from './scene.ts'

const p = palettes.sports

// prettier-ignore
const bikeWheel = (x: number) => join(tyre(x, 730, 224, p.ink, p.metal, 34),
  repeat(11, (at) => put(x, 730, 1, at * 32.7, line('M0 0 V-184', '#ffffff', 3, 0.6))), disc(x, 730, 26, p.metal))

// prettier-ignore
const racket = (x: number, y: number, turn: number, frame: string, grip: string) =>
  put(x, y, 1, turn,
    tube('M0 -60 V-330', p.metal, 16), box(-22, -70, 44, 250, 20, grip),
      repeat(5, (at) => line(`M-20 ${-30 + at * 44} l40 22`, '#ffffff', 5, 0.4)), 
    rect(-118, -640, 236, 310, 118, '#ffffff', 0.3),
      repeat(9, (at) => line(`M${-96 + at * 24} ${-600 + Math.abs(at - 4) * 10} V${-372 - Math.abs(at - 4) * 10}`, p.cream, 4,
      0.9)), repeat(10, (at) => line(`M-106 ${-594 + at * 24} H106`, p.cream, 4, 0.9)),
    `<rect x="-118" y="-640" width="236" height="310" rx="118" fill="none" stroke="${frame}" stroke-width="24"/>`)

// prettier-ignore
const shuttlecock = (x: number, y: number, turn: number, size = 1) =>
  put(x, y, size, turn, shape('M-40 0 L-96 -150 Q0 -190 96 -150 L40 0Z', '#fffdf6'),
    line('M-20 -8 L-52 -150 M0 -8 V-164 M20 -8 L52 -150 M-66 -74 Q0 -100 66 -74', p.metal, 6),
    shape('M-46 -6 H46 V20 A46 46 0 0 1 -46 20Z', p.accent), rect(-46, -12, 92, 18, 8, p.second))

// prettier-ignore
const dumbbell = (x: number, y: number, size: number) =>
  put(x, y, size, 0, box(-110, -26, 220, 52, 16, p.metal),
    ...[-1, 1].map((side) => join(...[0, 1, 2,
    3].map((at) => box(side * (110 + at * 44) - 22, -120 + at * 14, 44, 240 - at * 28, 14, at === 1 ? p.main : '#3f3c58')),
    disc(side * 264, 0, 30, p.third))))

// prettier-ignore
const paddle = (x: number, y: number, turn: number, face: string, edge: string) =>
  put(x, y, 1, turn, box(-34, -40, 68, 240, 26, p.ink), repeat(4, (at) => line(`M-30 ${10 + at * 44} l60 22`, '#ffffff', 5, 0.35)),
    shape('M-60 -20 L-160 -130 Q-180 -160 -180 -200 V-420 Q-180 -540 -60 -540 H60 Q180 -540 180 -420 V-200 Q180 -160 160 -130 L60 -20Z',
    edge), patch('M-48 -40 L-140 -140 Q-156 -166 -156 -200 V-416 Q-156 -516 -56 -516 H56 Q156 -516 156 -416 V-200 Q156 -166 140 -140 L48 -40Z',
    face), patch('M-156 -300 L156 -420 V-340 L-156 -210Z', p.cream, 0.8))

// prettier-ignore
export const sports: Drawings = {
  'mountain-bike': {
    thing: join(
      bikeWheel(430), bikeWheel(1180), tube('M1180 730 L1090 400', p.second, 34), tube('M1080 360 L1064 300', p.metal, 28),
      line('M430 730 L620 420 M430 730 H730', p.main, 24), line('M620 430 L1086 410', p.main, 34),
      line('M730 730 L1096 470', p.main, 40), line('M730 730 L606 380', p.main, 34), line('M640 424 L1060 404', '#ffffff', 8, 0.4),
      line('M780 684 L1060 488', '#ffffff', 8, 0.35),
      line('M606 380 L590 330', p.metal, 22),
      shape('M480 310 Q520 280 600 296 L700 310 Q706 340 660 344 L540 350 Q480 350 480 310Z', p.ink),
      line('M1064 304 Q1120 270 1190 300', p.ink, 26), line('M1150 290 L1206 306', p.accent, 30),
      line('M430 730 L730 686 M430 766 L730 790', p.ink, 7), disc(730, 730, 66, p.ink),
      around(730, 730, 5, dot(0, -44, 12, p.metal)), line('M730 730 L780 836', p.metal, 18), box(736, 830, 96, 24, 10, p.ink),
      disc(430, 730, 40, p.ink), box(850, 560, 60, 130, 20, p.third),
    ),
    shadows: [[430, 200], [1180, 200]],
    backdrop: 'hills',
    closeUp: [860, 560, 1.4],
  },
  'longboard-surf': {
    thing: put(800, 560, 1, 14,
      shape('M0 -520 C150 -420 190 -120 170 150 C156 330 90 430 0 440 C-90 430 -156 330 -170 150 C-190 -120 -150 -420 0 -520Z',
        p.cream),
      patch('M-176 0 C-186 -180 -140 -420 0 -520 C60 -480 100 -410 130 -320 Q-60 -260 -176 0Z', p.main),
        patch('M-176 40 Q-40 -220 140 -280 L154 -220 Q-10 -150 -174 110Z', p.third),
        patch('M-170 160 Q0 -90 168 -150 L174 -70 Q40 -30 -158 230Z', p.second),
      line('M0 -516 V436', p.ink, 5, 0.35), disc(60, 190, 56, p.accent), patch('M10 210 q26 -34 50 0 t50 0 v30 h-96Z', p.cream),
      line('M0 390 C120 440 250 380 230 470', p.ink, 12), shine('M-120 300 Q-60 390 -10 400', 12, 0.7)),
    shadows: [[720, 250, 985]],
    backdrop: 'waves',
    closeUp: [840, 480, 1.45],
  },
  'snorkel-set': {
    thing: join(
      put(470, 960, 1, -8, shape('M-120 0 C-150 -300 -110 -480 -80 -560 H80 C110 -480 150 -300 120 0 Q0 -40 -120 0Z', p.third),
        line('M-70 -60 L-50 -420 M0 -70 V-420 M70 -60 L50 -420', p.main, 18),
        shape('M-90 -470 Q-100 -640 0 -660 Q100 -640 90 -470Z', p.ink), oval(0, -540, 50, 70, '#4a4768')),
      put(1140, 964, 1, 9, shape('M-120 0 C-150 -300 -110 -480 -80 -560 H80 C110 -480 150 -300 120 0 Q0 -40 -120 0Z', p.third),
        line('M-70 -60 L-50 -420 M0 -70 V-420 M70 -60 L50 -420', p.main, 18),
        shape('M-90 -470 Q-100 -640 0 -660 Q100 -640 90 -470Z', p.ink), oval(0, -540, 50, 70, '#4a4768')),
      tube('M1110 240 V700 Q1110 800 1010 800 Q950 800 940 750', p.main, 46), box(1080, 190, 60, 120, 20, p.cream),
        rect(1084, 330, 52, 30, 0, p.ink, 0.4), line('M520 560 Q440 540 430 620 M1080 560 Q1150 540 1160 620', p.ink, 28),
      shape('M520 480 Q520 400 610 400 H990 Q1080 400 1080 480 V640 Q1080 740 980 740 Q900 740 860 680 Q830 640 800 640 Q770 640 740 680 Q700 740 620 740 Q520 740 520 640Z',
        p.second),
      patch('M560 490 Q560 440 620 440 H980 Q1040 440 1040 490 V630 Q1040 700 980 700 Q926 700 890 652 Q850 596 800 596 Q750 596 710 652 Q674 700 620 700 Q560 700 560 630Z',
        '#9ed9e0'), patch('M600 650 L760 450 H860 L680 690 Q620 700 600 650Z', '#ffffff', 0.45),
        patch('M900 640 L1000 500 V560 L940 670Z', '#ffffff', 0.4),
      put(800, 900, 1, 0, patch('M0 -70 L20 -20 L74 -16 L32 18 L46 70 L0 42 L-46 70 L-32 18 L-74 -16 L-20 -20Z', p.accent)),
    ),
    shadows: [[470, 160], [1140, 160], [800, 100]],
    backdrop: 'waves',
    closeUp: [840, 560, 1.5],
  },
  'badminton-set': {
    thing: join(
      tube('M250 460 V950 M1350 460 V950', p.metal, 22), line('M250 480 Q800 520 1350 480', p.cream, 26),
        repeat(21, (at) => line(`M${270 + at * 53} 500 V690`, p.cream, 4, 0.55)),
        repeat(4, (at) => line(`M250 ${540 + at * 44} Q800 ${580 + at * 44} 1350 ${540 + at * 44}`, p.cream, 4, 0.55)),
      racket(560, 780, -24, p.main, p.ink), racket(1040, 780, 24, p.third, p.ink), racket(740, 790, -6, p.second, p.accent),
        racket(900, 790, 10, p.accent, p.second), shuttlecock(800, 900, 186, 0.9), shuttlecock(1230, 930, 120, 0.7),
    ),
    shadows: [[800, 420]],
    backdrop: 'sun',
    closeUp: [760, 420, 1.45],
  },
  'basketball-hoop': {
    thing: join(
      shape('M930 960 L970 860 H1330 L1380 960Z', p.second), caster(1000, 946, 34, p.ink, p.metal),
        tube('M1150 870 V460', p.ink, 40), tube('M1150 560 L900 420 M1150 470 L900 330', p.ink, 24),
        rect(1132, 640, 36, 90, 10, p.accent),
      box(450, 130, 560, 380, 30, '#fffaf0'), rect(474, 154, 512, 332, 18, p.second, 0.16),
        `<rect x="620" y="260" width="220" height="170" rx="8" fill="none" stroke="${p.accent}" stroke-width="18"/>`, 
      ...[-100, -60, -20, 20, 60, 100].map((at) => line(`M${730 + at} 470 L${730 + at * 0.6} 640`, '#fffdf6', 8)),
        ...[510, 560, 610].map((y, at) => line(`M${634 + at * 14} ${y} Q730 ${y + 30} ${826 - at * 14} ${y}`, '#fffdf6', 7)),
        `<ellipse cx="730" cy="468" rx="112" ry="26" fill="none" stroke="${p.main}" stroke-width="20"/>`,
      put(560, 830, 1, 0, disc(0, 0, 132, '#e8823f'),
        line('M-132 0 H132 M0 -132 V132 M-92 -94 Q-20 0 -92 94 M92 -94 Q20 0 92 94', p.ink, 9),
        shine('M-84 -60 Q-60 -96 -24 -106', 14)),
    ),
    shadows: [[1160, 260], [560, 130]],
    backdrop: 'city',
    closeUp: [740, 400, 1.5],
  },
  'dumbbell-bench': {
    thing: sized(1.12, 
      tube('M470 690 L400 950 M1130 690 L1200 950 M470 690 L560 950 M1130 690 L1040 950', p.second, 36),
        line('M440 860 H1160', p.second, 24), shape('M340 640 H1260 L1230 710 H370Z', '#3b7390'),
        rect(420, 664, 760, 16, 8, p.cream, 0.5),
      dumbbell(552, 552, 0.8), dumbbell(1048, 552, 0.8), 
      put(800, 900, 1, 0, box(-90, -150, 180, 210, 40, p.third), box(-50, -190, 100, 60, 18, p.ink),
        rect(-90, -60, 180, 50, 0, p.cream, 0.7)), line('M440 360 Q550 290 660 360 M940 360 Q1050 290 1160 360', p.cream, 14, 0.8),
    ),
    shadows: [[800, 470]],
    backdrop: 'window',
    closeUp: [640, 560, 1.5],
  },
  'pickleball-set': {
    thing: join(paddle(610, 720, -20, p.main, p.second), paddle(1010, 720, 20, '#3c8a93', p.ink),
      put(800, 840, 1, 0, disc(0, 0, 116, '#e9ef7c'), around(0, 0, 8, dot(0, -76, 15, p.ink, 0.5)),
      around(0, 0, 4, dot(0, -32, 14, p.ink, 0.5), 45)),
      put(1200, 880, 0.7, 0, disc(0, 0, 116, '#e9ef7c'), around(0, 0, 8, dot(0, -76, 15, p.ink, 0.5)), dot(0, 0, 15, p.ink, 0.5))),
    shadows: [[800, 300], [1200, 80]],
    backdrop: 'rays',
    closeUp: [820, 560, 1.5],
  },
}
