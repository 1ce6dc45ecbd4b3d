import { palettes } from './palettes.ts'
import {
  around,
  box,
  cone,
  disc,
  dot,
  ell,
  join,
  line,
  mesh,
  oval,
  patch,
  put,
  rect,
  repeat,
  ring,
  shape,
  shine,
  sparkle,
  tube,
} from './parts.ts'
import type { Drawings } from './scene.ts'

const p = palettes.party

// prettier-ignore
const microphone = (x: number, y: number, turn: number, colour: string) =>
  put(x, y, 1, turn, shape('M-24 0 L-16 190 Q0 206 16 190 L24 0Z', p.ink), box(-32, -20, 64, 34, 10, colour),
    disc(0, -60, 52, p.metal), line('M-40 -74 H40 M-46 -50 H46 M-16 -104 V-20 M16 -104 V-20', p.ink, 5, 0.35))

// prettier-ignore
const note = (x: number, y: number, size: number, fill: string) =>
  put(x, y, size, 0, ell(-26, 40, 26, 20, fill), ell(60, 24, 26, 20, fill), line('M-4 38 V-60 L82 -78 V22', fill, 13))

// prettier-ignore
const monobloc = (x: number, y: number, size: number, stacked: number) =>
  put(x, y, size, 0,
    repeat(stacked, (at) => put(0, -at * 46, 1, 0,
      line('M-130 0 L-112 -230 M130 0 L112 -230', '#e7e2d8', 30), line('M-70 -20 L-66 -220 M70 -20 L66 -220', '#cfc8bd', 22),
      shape('M-130 -250 Q0 -280 130 -250 L136 -206 Q0 -190 -136 -206Z', '#fffaf0'),
        line('M-134 -226 V-360 Q-134 -390 -110 -396 M134 -226 V-360 Q134 -390 110 -396', '#fffaf0', 26))),
    put(0, -(stacked - 1) * 46, 1, 0, shape('M-110 -250 L-124 -500 Q-120 -560 0 -564 Q120 -560 124 -500 L110 -250Z', '#fffaf0'),
      ...[-60, -20, 20, 60].map((at) => rect(at - 9, -500, 18, 200, 9, p.floor, 0.7))),
  )

// prettier-ignore
const balloon = (x: number, y: number, r: number, fill: string) => join(oval(x, y, r * 0.94, r, fill),
  ell(x - r * 0.36, y - r * 0.4, r * 0.16, r * 0.26, '#ffffff', 0.5))

// prettier-ignore
const projectorLens = (x: number, y: number) => join(disc(x, y, 54, p.ink), dot(x, y, 38, '#7fc3cf'), dot(x, y, 18, '#fffdf4'))

// prettier-ignore
export const partyAndEvents: Drawings = {
  'videoke-machine': {
    thing: join(
      box(470, 170, 660, 770, 50, p.accent), rect(506, 206, 588, 360, 26, p.ink), rect(534, 234, 532, 304, 16, '#56b4c4'),
        patch('M534 538 V430 L640 350 L760 450 L860 380 L1066 520 V538Z', p.third), dot(940, 310, 44, p.second),
        rect(600, 474, 400, 24, 12, p.cream), rect(600, 474, 220, 24, 12, p.second),
      cone(630, 760, 124, p.ink, '#4d4a66', p.second), cone(970, 760, 124, p.ink, '#4d4a66', p.second),
        box(740, 600, 120, 60, 16, p.cream), dot(772, 630, 14, p.main), dot(826, 630, 14, p.third),
      repeat(10, (at) => dot(488, 230 + at * 74, 11, at % 2 ? p.second : p.cream)),
        repeat(10, (at) => dot(1112, 230 + at * 74, 11, at % 2 ? p.cream : p.second)), box(520, 910, 90, 52, 18, p.ink),
        box(990, 910, 90, 52, 18, p.ink),
      line('M1120 700 C1260 700 1330 880 1260 940', p.ink, 12), microphone(1270, 520, 24, p.main),
      microphone(330, 560, -20, p.third), note(300, 330, 1.1, p.cream), note(1330, 260, 0.9, p.cream),
    ),
    shadows: [[800, 390]],
    backdrop: 'rays',
    closeUp: [860, 440, 1.5],
  },
  'party-tent': {
    thing: join(
      tube('M300 470 V950 M1300 470 V950', p.metal, 28), tube('M520 480 V900 M1080 480 V900', p.metal, 20),
      shape('M800 160 L1350 440 H250Z', p.cream),
        ...[[250, 360], [470, 580], [690, 800], [910, 1020],
        [1130, 1240]].map(([a = 0, b = 0]) => patch(`M800 160 L${a} 440 H${b}Z`, p.main)),
        patch('M800 160 L1350 440 H1130Z', '#2a1c46', 0.14),
      repeat(10, (at) => shape(`M${250 + at * 110} 436 h110 v50 a55 52 0 0 1 -110 0Z`, at % 2 ? p.cream : p.main)),
        line('M800 160 V100', p.ink, 12), patch('M800 96 L890 122 L800 150Z', p.second),
      line('M300 520 L170 950 M1300 520 L1430 950', p.cream, 7, 0.8), 
      shape('M560 770 H1040 L1070 950 H530Z', p.second),
        repeat(5, (at) => patch(`M${560 + at * 96} 770 h96 l-48 70Z`, p.cream, 0.8)), box(730, 690, 140, 84, 14, p.cream),
        rect(730, 720, 140, 16, 0, p.main), line('M765 690 v-34 M800 690 v-34 M835 690 v-34', p.third, 8),
        dot(620, 750, 30, p.third), dot(980, 744, 34, p.accent),
    ),
    shadows: [[800, 560]],
    backdrop: 'hills',
    closeUp: [800, 460, 1.45],
  },
  'chairs-and-table': {
    thing: join(
      tube('M690 620 L640 950 M1290 620 L1340 950', p.metal, 24), line('M700 860 H1280', p.metal, 14), 
      shape('M640 560 H1340 L1380 720 Q1340 690 1300 720 Q1260 760 1200 720 Q1150 690 1100 720 Q1040 760 990 720 Q940 690 890 720 Q840 760 780 720 Q730 690 690 720 Q640 750 600 720Z',
        p.third), box(620, 540, 740, 50, 14, '#59a5a6'),
      monobloc(420, 950, 1.05, 4), monobloc(930, 965, 0.92, 1), oval(1180, 520, 70, 24, p.cream),
        shape('M1120 506 Q1180 420 1240 506Z', p.main), box(780, 470, 60, 72, 10, p.second),
        shape('M1010 540 L1000 450 H1070 L1060 540Z', p.cream), dot(1014, 430, 26, p.main), dot(1056, 424, 26, p.second),
        dot(1036, 396, 26, p.accent),
    ),
    shadows: [[420, 190], [1000, 420]],
    backdrop: 'bunting',
    closeUp: [560, 560, 1.45],
  },
  'party-speaker': {
    thing: join(
      tube('M640 230 V170 Q640 130 680 130 H920 Q960 130 960 170 V230', p.ink, 36), box(530, 210, 540, 740, 90, '#38344e'),
        rect(556, 236, 488, 690, 74, p.ink),
      ring(800, 440, 158, p.third, 18), ring(800, 440, 158, p.second, 18, 0.5), cone(800, 440, 140, '#47435f', '#5a5674', p.main),
        ring(800, 748, 170, p.main, 18), cone(800, 748, 152, '#47435f', '#5a5674', p.second), box(720, 254, 160, 26, 13, p.cream),
      box(600, 930, 90, 34, 14, p.ink), box(910, 930, 90, 34, 14, p.ink),
        line('M430 470 q-70 130 0 260 M360 420 q-100 180 0 360 M1170 470 q70 130 0 260 M1240 420 q100 180 0 360', p.cream, 20,
        0.8), shine('M568 480 V320 Q572 262 620 250', 14),
      microphone(1290, 760, 66, p.third), note(330, 300, 1.1, p.cream), note(1250, 270, 0.9, p.cream),
    ),
    shadows: [[800, 340], [1230, 130]],
    backdrop: 'sun',
    closeUp: [840, 520, 1.5],
  },
  'popcorn-cart': {
    thing: join(
      shape('M800 90 L1090 250 H510Z', p.main),
        patch('M800 90 L640 250 H720Z M800 90 L800 250 H880Z M800 90 L960 250 H1030Z', p.cream),
        repeat(6, (at) => shape(`M${500 + at * 100} 246 h100 v36 a50 40 0 0 1 -100 0Z`, at % 2 ? p.cream : p.main)),
        dot(800, 86, 26, p.second),
      rect(540, 310, 520, 310, 10, '#fff8e8', 0.85), line('M540 300 V640 M1060 300 V640', p.second, 22),
        shape('M700 330 H900 L880 440 H720Z', p.metal), line('M800 300 V340', p.ink, 14), box(690, 320, 220, 24, 12, '#8c8fa0'),
      ...[[570, 590], [620, 560], [680, 580], [740, 550], [800, 575], [860, 545], [920, 580], [980, 556], [1030, 590], [650, 605],
        [770, 605], [890, 606], [700, 520], [840, 500],
        [940, 520]].map(([x = 0, y = 0], at) => join(dot(x, y, 30, at % 3 ? '#ffe9ae' : '#fff6da'),
        dot(x + 20, y - 16, 20, '#fff6da'))),
      dot(760, 470, 16, '#fff6da'), dot(840, 462, 14, '#ffe9ae'), box(500, 620, 600, 250, 24, p.main),
        rect(500, 660, 600, 22, 0, p.second), disc(800, 766, 70, p.second), sparkle(800, 766, 56, p.cream),
        tube('M500 660 L350 600', p.second, 26),
      disc(960, 860, 108, p.second), dot(960, 860, 84, p.sky), around(960, 860, 10, line('M0 0 V-86', p.second, 10)),
        disc(960, 860, 24, p.main), tube('M590 870 V950', p.ink, 22),
      put(1270, 950, 1, 0, shape('M-80 -210 H80 L60 0 H-60Z', p.cream),
        patch('M-50 -210 H-20 L-16 0 H-40Z M20 -210 H50 L40 0 H16Z', p.main),
        ...[[-60, -220], [-20, -240], [24, -232], [62, -218], [0, -270]].map(([x = 0, y = 0]) => dot(x, y, 34, '#ffe9ae'))),
    ),
    shadows: [[800, 330], [1270, 90]],
    backdrop: 'rays',
    closeUp: [800, 440, 1.5],
  },
  'balloon-arch': {
    thing: join(
      ring(800, 540, 400, p.cream, 22), box(560, 930, 480, 34, 14, p.cream), dot(800, 540, 380, p.cream, 0.35),
      ...Array.from({ length: 22 }, (_, at) => { const turn = (-200 + at * 12.2) * Math.PI / 180; const r = 62 + ((at * 37) % 5) * 13; return balloon(800 + Math.cos(turn) * 405,
        540 + Math.sin(turn) * 405, r, [p.main, p.second, p.cream, p.third, '#f7b4a8', p.accent][(at * 5) % 6] ?? p.main) }),
      ...[[430, 720, 96], [360, 850, 84], [480, 880, 70], [520, 790, 48], [350, 740, 44], [1200, 620, 74],
        [1240, 520, 40]].map(([x = 0, y = 0, r = 0], at) => balloon(x, y, r,
        [p.second, p.main, p.third, p.cream, '#f7b4a8', p.accent, p.second][at] ?? p.main)),
      put(1130, 955, 1, 0, box(-110, -150, 220, 150, 40, p.third), box(-80, -180, 40, 40, 12, p.ink),
        box(40, -180, 40, 40, 12, p.ink), disc(0, -72, 44, p.cream), around(0, -72, 6, line('M0 -10 V-32', p.ink, 7))),
      shape('M650 930 L680 770 H920 L950 930Z', p.cream), shape('M690 770 V690 Q800 660 910 690 V770Z', p.main),
        shape('M730 690 V620 Q800 600 870 620 V690Z', p.second), line('M800 606 V560', p.third, 10),
        patch('M800 520 q26 30 0 44 q-26 -14 0 -44Z', p.second),
    ),
    shadows: [[800, 470], [1130, 130]],
    backdrop: 'clouds',
    closeUp: [560, 560, 1.5],
  },
  'projector-screen': {
    thing: join(
      tube('M860 640 V900', p.metal, 24), line('M860 850 L700 955 M860 850 L1020 955', p.ink, 20),
        box(470, 120, 800, 50, 24, p.ink), rect(490, 160, 760, 480, 0, '#fffdf4'), rect(490, 160, 760, 480, 0, p.ink, 0.06),
      rect(520, 190, 700, 410, 0, '#7fc3cf'), dot(1070, 300, 66, p.second),
        patch('M520 600 V480 C640 380 760 420 860 500 C960 420 1100 440 1220 520 V600Z', p.third),
        patch('M520 600 V560 C700 480 900 560 1220 560 V600Z', '#2f6f73'), rect(480, 634, 780, 28, 14, p.ink),
      patch('M440 800 L520 190 L1220 600 Z', '#fff6d2', 0.22), box(230, 800, 330, 130, 34, p.cream), projectorLens(490, 866),
        rect(266, 836, 120, 12, 6, p.ink, 0.3), rect(266, 862, 120, 12, 6, p.ink, 0.3), rect(266, 888, 120, 12, 6, p.ink, 0.3),
        box(200, 926, 400, 36, 10, p.accent), 
      put(1300, 950, 1, 0, shape('M-80 -170 H80 L60 0 H-60Z', p.main),
        patch('M-50 -170 H-20 L-16 0 H-40Z M20 -170 H50 L40 0 H16Z', p.cream),
        ...[[-56, -180], [-14, -200], [30, -192], [60, -176]].map(([x = 0, y = 0]) => dot(x, y, 32, '#ffe9ae'))),
    ),
    shadows: [[860, 200], [400, 220], [1300, 90]],
    backdrop: 'window',
    closeUp: [620, 600, 1.45],
  },
  'speaker-text-me': {
    thing: join(
      oval(640, 640, 300, 310, '#45425e'), box(640, 330, 330, 620, 0, '#45425e'), rect(640, 330, 330, 620, 0, '#45425e'),
        oval(970, 640, 150, 310, p.ink), mesh(420, 480, 16, 12, 34, 8, '#000000', 0.25), ring(970, 640, 90, p.main, 14),
        dot(970, 640, 40, p.main), tube('M520 370 C560 220 900 220 960 340', p.second, 26), rect(600, 600, 180, 80, 40, p.cream),
        dot(640, 640, 16, p.main), dot(690, 640, 16, p.third), dot(740, 640, 16, p.second),
      line('M1200 500 q60 140 0 280 M1270 440 q90 200 0 400', p.cream, 20, 0.8), note(300, 320, 1.1, p.cream),
    ),
    shadows: [[760, 420]],
    backdrop: 'sun',
    closeUp: [760, 620, 1.5],
  },
}
