import { palettes } from './palettes.ts'
import {
  both,
  box,
  cone,
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
} from './parts.ts'
import type { Drawings } from './scene.ts'

const p = palettes.music

// prettier-ignore
const tones = (x: number, y: number, size: number, fill = p.cream) => put(x, y, size, 0, ell(-26, 40, 26, 20, fill),
  ell(60, 24, 26, 20, fill), line('M-4 38 V-60 L82 -78 V22', fill, 13))

/** Neck, head and pegs of a plucked instrument, the nut at the origin, the neck going down. */
// prettier-ignore
const neck = (length: number, width: number, wood: string, pegs: number) =>
  join(
    repeat(pegs, (at) => join(disc(-width - 20, -50 - at * 52, 17, p.metal), disc(width + 20, -50 - at * 52, 17, p.metal))),
    shape(`M${-width / 2} 0 L${-width} -40 V${-60 - pegs * 52} Q0 ${-90 - pegs * 52} ${width} ${-60 - pegs * 52} V-40 L${width / 2} 0Z`,
      p.second), rect(-width / 2, -8, width, 14, 4, p.cream),
    box(-width / 2, 0, width, length, 4, wood),
      repeat(Math.floor(length / 44), (at) => line(`M${-width / 2 + 4} ${36 + at * 42} H${width / 2 - 4}`, p.metal, 5)),
      ...[3, 5, 7].map((fret) => dot(0, 15 + fret * 42 - 20, 8, p.cream)),
  )

// prettier-ignore
const strings = (from: number, to: number, count: number, gap: number) => repeat(count,
  (at) => line(`M${(at - (count - 1) / 2) * gap} ${from} V${to}`, '#fff7e2', 3, 0.9))

// prettier-ignore
export const musicalInstruments: Drawings = {
  'acoustic-guitar': {
    thing: put(830, 610, 0.86, 22,
      shape('M0 -90 C110 -110 170 -50 160 40 C150 100 150 120 190 180 C260 300 180 430 0 430 C-180 430 -260 300 -190 180 C-150 120 -150 100 -160 40 C-170 -50 -110 -110 0 -90Z',
        p.second),
      shape('M0 -70 C100 -88 150 -40 140 40 C132 104 134 128 170 188 C232 298 160 408 0 408 C-160 408 -232 298 -170 188 C-134 128 -132 104 -140 40 C-150 -40 -100 -88 0 -70Z',
        '#e8a656'),
      put(0, -400, 1, 0, neck(500, 52, '#5c3226', 3)), disc(0, 110, 78, p.second), dot(0, 110, 60, p.ink),
        ring(0, 110, 90, p.cream, 6, 0.8), patch('M60 130 C130 140 140 200 110 270 C80 240 50 210 40 180Z', '#8c4a2c'),
        box(-90, 270, 180, 34, 14, p.second), strings(-400, 284, 6, 8), shine('M-120 0 Q-130 -40 -100 -52', 12)),
    shadows: [[740, 260, 985]],
    backdrop: 'arch',
    closeUp: [760, 640, 1.5],
  },
  'digital-piano': {
    thing: join(
      line('M470 640 L1130 950 M1130 640 L470 950', p.ink, 36), rect(620, 760, 360, 30, 10, p.ink),
      box(430, 938, 120, 28, 12, p.second), box(1050, 938, 120, 28, 12, p.second),
      box(220, 470, 1160, 180, 34, '#413e58'), rect(220, 540, 1160, 20, 0, p.ink), rect(260, 490, 90, 28, 10, p.third),
        repeat(6, (at) => dot(400 + at * 44, 504, 11, at === 2 ? p.accent : '#6d6a86')), rect(1190, 486, 150, 36, 10, '#8fd0c4'),
      rect(256, 554, 1088, 108, 10, '#fffaf0'), repeat(25, (at) => line(`M${298 + at * 42} 560 V656`, p.metal, 4)),
        repeat(26, (at) => ([2, 6].includes(at % 7) ? '' : rect(285 + at * 42, 554, 24, 64, 5, p.ink))), 
      shape('M560 470 L600 240 H1000 L1040 470Z', p.cream),
        line('M640 300 H960 M634 340 H966 M628 380 H972 M620 420 H980', p.metal, 5), tones(720, 340, 0.5, p.ink),
        tones(860, 370, 0.5, p.ink), patch('M790 240 h20 l10 230 h-40Z', p.ink, 0.15),
      box(580, 850, 440, 60, 24, p.main), line('M640 910 L620 960 M960 910 L980 960', p.ink, 20),
        line('M1380 560 q70 60 40 170', p.ink, 14), both(1405, shape('M1370 720 h30 v80 h-30 q-20 -40 0 -80Z', p.main)),
        tones(290, 320, 1), tones(1290, 260, 0.9),
    ),
    shadows: [[800, 480]],
    backdrop: 'arch',
    closeUp: [640, 520, 1.5],
  },
  cajon: {
    thing: join(
      shape('M1080 270 L1200 220 V860 L1080 950Z', '#8c4a2c'), shape('M480 270 L620 220 H1200 L1080 270Z', '#dba262'),
        box(480, 264, 604, 690, 16, p.main), rect(510, 296, 544, 626, 10, '#cf7d42'),
      line('M540 420 Q700 380 1020 440 M540 560 Q760 600 1020 540 M540 700 Q700 660 1020 720 M560 820 Q800 850 1010 810 M560 340 Q800 320 1000 350',
      '#a9582c', 8, 0.6),
      ...[[526, 312], [1038, 312], [526, 906], [1038, 906], [782, 312],
        [782, 906]].map(([x = 0, y = 0]) => dot(x, y, 10, p.accent)), disc(782, 610, 130, '#e8a656'),
        ring(782, 610, 104, p.second, 8), put(782, 610, 1.2, 0,
        patch('M0 -70 L18 -22 L68 -22 L28 10 L42 58 L0 28 L-42 58 L-28 10 L-68 -22 L-18 -22Z', p.second)),
      box(500, 946, 70, 26, 10, p.ink), box(1000, 946, 70, 26, 10, p.ink), oval(1140, 540, 30, 74, p.ink),
        line('M420 420 q-60 80 0 180 M350 360 q-100 140 0 300', p.cream, 18, 0.8), tones(330, 260, 0.9), tones(1330, 340, 1),
    ),
    shadows: [[830, 390]],
    backdrop: 'sun',
    closeUp: [820, 560, 1.45],
  },
  ukulele: {
    thing: join(
      put(1140, 960, 1, -8, box(-190, -420, 320, 420, 18, p.cream), rect(-160, -380, 260, 130, 10, p.third, 0.8),
        tones(-30, -310, 0.7), repeat(3, (at) => join(...[0, 1, 2,
        3].map((string) => line(`M${-150 + at * 94 + string * 20} -210 v90`, p.ink, 4, 0.6)),
        dot(-140 + at * 94, -180 + at * 20, 9, p.main), dot(-110 + at * 94, -150, 9, p.main)))),
      put(640, 610, 0.98, -14,
        shape('M0 -60 C86 -76 130 -30 124 40 C118 84 120 108 150 160 C200 260 130 360 0 360 C-130 360 -200 260 -150 160 C-120 108 -118 84 -124 40 C-130 -30 -86 -76 0 -60Z',
          '#4a9fc0'), patch('M-120 40 C-118 84 -120 108 -150 160 C-200 260 -130 360 0 360 C-90 330 -120 260 -90 170 C-60 100 -80 20 -60 -50 C-100 -40 -122 0 -120 40Z',
          '#7fc4dd'),
        put(0, -330, 1, 0, neck(390, 50, '#5c3226', 2)), disc(0, 120, 58, p.cream), dot(0, 120, 46, p.ink),
          box(-66, 240, 132, 30, 12, p.second), strings(-330, 252, 4, 11),
          patch('M80 230 q30 -20 40 10 q10 30 -24 40 q-30 -14 -16 -50Z', p.cream, 0.8)),
    ),
    shadows: [[700, 230], [1110, 190]],
    backdrop: 'clouds',
    closeUp: [680, 640, 1.55],
  },
  'electric-guitar': {
    thing: join(
      box(900, 520, 440, 430, 40, '#3f3b56'), rect(930, 620, 380, 300, 20, p.accent, 0.9),
        cone(1120, 770, 130, '#5c3226', '#7a4a36', p.ink), rect(930, 550, 380, 50, 12, p.cream),
        repeat(5, (at) => join(disc(970 + at * 56, 575, 16, p.ink))), dot(1280, 575, 10, '#d8434a'),
        line('M1040 520 q80 -60 160 0', p.ink, 24), line('M690 850 C760 1000 960 1000 960 940', p.ink, 14),
      put(560, 650, 0.9, 12,
        shape('M40 -90 Q90 -170 130 -150 Q150 -120 120 -20 Q150 60 180 140 C220 270 120 340 0 340 C-120 340 -220 280 -186 150 Q-160 60 -130 0 Q-170 -120 -130 -150 Q-80 -160 -40 -60Z',
          '#c8413c'), patch('M-60 -20 Q-30 60 -90 140 Q-80 260 20 300 Q130 260 140 160 Q100 100 70 -20Z', p.cream),
        put(0, -430, 1, 0, box(-26, 0, 52, 460, 4, '#c98d55'), repeat(10, (at) => line(`M-22 ${36 + at * 40} H22`, p.metal, 5)),
          ...[3, 5, 7].map((fret) => dot(0, -5 + fret * 40, 8, p.ink, 0.5)),
          shape('M-26 0 L-50 -40 Q-60 -160 -10 -210 Q60 -220 50 -150 Q40 -90 26 0Z', '#c98d55'),
          repeat(6, (at) => disc(-56 - at * -3, -40 - at * 27, 12, p.metal))),
        ...[60, 130, 200].map((y) => box(-52, y, 104, 34, 14, p.ink)), box(-50, 248, 100, 40, 8, p.metal),
          strings(-430, 262, 6, 8), disc(104, 210, 18, p.ink), disc(124, 258, 18, p.ink),
          shine('M-150 160 Q-160 240 -110 280', 12)),
    ),
    shadows: [[560, 210, 985], [1120, 250]],
    backdrop: 'rays',
    closeUp: [640, 620, 1.5],
  },
  violin: {
    thing: join(
      put(790, 610, 1, 18,
        shape('M0 -150 C90 -160 140 -110 130 -50 C120 -10 80 20 84 70 C90 120 150 140 160 210 C170 310 90 350 0 350 C-90 350 -170 310 -160 210 C-150 140 -90 120 -84 70 C-80 20 -120 -10 -130 -50 C-140 -110 -90 -160 0 -150Z',
          '#a8502c'),
        line('M0 -132 C76 -142 120 -100 112 -50 C104 -16 64 20 66 70 C70 126 132 150 142 212 C150 296 80 332 0 332 C-80 332 -150 296 -142 212 C-132 150 -70 126 -66 70 C-64 20 -104 -16 -112 -50 C-120 -100 -76 -142 0 -132Z',
        p.second, 5, 0.7),
        line('M-58 40 q-26 30 -6 70 q20 34 -10 60 M58 40 q26 30 6 70 q-20 34 10 60', p.ink, 11),
        shape('M-22 -400 L-30 90 H30 L22 -400Z', p.ink),
        shape('M-26 -390 V-470 Q-26 -520 10 -520 Q46 -510 36 -474 Q26 -450 8 -466 L26 -390Z', p.second),
        ...[-470, -420].map((y) => join(line(`M-70 ${y} H60`, p.ink, 16), disc(-74, y, 16, p.ink), disc(66, y + 16, 16, p.ink))),
        box(-46, 130, 92, 20, 6, '#e8c28a'), shape('M-36 200 H36 L20 330 H-20Z', p.ink), ell(-70, 306, 70, 34, p.ink),
          strings(-400, 210, 4, 12), shine('M-110 220 Q-120 260 -90 296', 10)),
      put(1180, 560, 1, -16, line('M0 -440 Q26 0 0 380', p.second, 18), line('M-16 -430 V370', p.cream, 10),
        box(-30, 320, 50, 90, 12, p.ink), line('M0 -440 L-22 -416', p.second, 18)), 
      tones(370, 360, 1.1),
    ),
    shadows: [[760, 240, 985], [1270, 80]],
    backdrop: 'arch',
    closeUp: [800, 640, 1.5],
  },
}
