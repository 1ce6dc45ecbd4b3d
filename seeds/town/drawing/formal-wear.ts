import { palettes } from './palettes.ts'
import {
  around,
  both,
  box,
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
  sparkle,
  tube,
} from './parts.ts'
import type { Drawings } from './scene.ts'

const p = palettes.formal
const wood = '#b97845'

// prettier-ignore
const hanger = (y: number) => join(line(`M800 ${y} V${y - 40} Q800 ${y - 70} 826 ${y - 82} Q856 ${y - 100} 840 ${y - 130} Q816 ${y - 156} 780 ${y - 130}`,
  p.accent, 14), tube(`M580 ${y + 80} Q800 ${y - 50} 1020 ${y + 80}`, wood, 28))

// prettier-ignore
const stand = (top: number) => join(tube(`M800 ${top} V930`, wood, 30), line('M800 900 L680 958 M800 900 L920 958', wood, 24))

// prettier-ignore
const blossom = (x: number, y: number, size: number, petals: string, heart: string) => put(x, y, size, 0,
  around(0, 0, 5, oval(0, -32, 22, 30, petals)), disc(0, 0, 18, heart))

// prettier-ignore
const jacket = (cloth: string, lapel: string, shade: string) =>
  join(
    both(800, shape('M590 260 Q500 290 480 400 L420 820 Q418 850 450 856 L530 866 Q556 866 560 836 L620 480Z', cloth),
      rect(452, 780, 96, 12, 4, p.ink, 0.25)),
    shape('M600 250 L720 200 H880 L1000 250 L1030 560 Q1000 700 1040 900 Q920 950 800 900 Q680 950 560 900 Q600 700 570 560Z',
      cloth), patch('M720 200 L800 590 L880 200Z', '#fffaf2'),
      both(800, shape('M716 196 L800 600 L660 470 L690 430 L640 400 L690 216Z', lapel),
      patch('M724 196 L800 260 L756 330 L716 230Z', '#fffaf2')), line('M800 600 V896', shade, 7, 0.6),
  )

// prettier-ignore
export const formalWear: Drawings = {
  'barong-tagalog': {
    thing: join(
      hanger(190), both(800, shape('M610 260 Q500 290 470 400 L380 820 Q376 850 410 858 L500 876 Q530 880 536 850 L630 500Z',
        '#f3e3c0'), line('M398 800 L532 830', '#c9a45f', 8), patch('M470 420 L540 440 L450 860 L400 850Z', '#ffffff', 0.25)),
      shape('M610 256 L730 200 H870 L990 256 L1010 560 L1020 920 Q800 960 580 920 L590 560Z', '#f8ebcd'),
        patch('M720 230 H880 V930 H720Z', '#fffaf0', 0.75), shape('M726 196 L800 250 L740 310 L690 220Z', '#fff6e0'),
        shape('M874 196 L800 250 L860 310 L910 220Z', '#fff6e0'), line('M800 252 V560', '#c9a45f', 7),
        ...[320, 400, 480].map((y) => dot(800, y, 10, '#c9a45f')),
      both(800, line('M740 340 V900 M640 330 V880', '#d8bd84', 5),
        ...[370, 470, 570, 670, 770, 860].map((y,
        at) => join(put(690, y, 0.62, at * 20, around(0, 0, 6, line('M0 -10 Q22 -34 0 -52 Q-22 -34 0 -10', '#c9a45f', 7)),
        dot(0, 0, 9, '#c9a45f')), line(`M690 ${y + 30} q-30 20 0 40 q30 14 0 30`, '#c9a45f', 6)))),
        line('M582 916 Q800 956 1018 916', '#d8bd84', 8),
    ),
    shadows: [[800, 380, 990]],
    backdrop: 'arch',
    closeUp: [760, 460, 1.6],
  },
  'terno-gown': {
    thing: join(
      shape('M700 480 Q800 520 900 480 C960 640 1110 800 1190 940 Q1240 990 1130 985 Q800 1000 470 985 Q370 990 420 940 C500 800 640 640 700 480Z',
        '#e08aa0'), patch('M760 500 C740 680 660 860 600 985 H520 C620 840 700 660 730 494Z M840 500 C860 680 940 860 1000 985 H1080 C980 840 900 660 870 494Z',
        '#c9677f', 0.6), shape('M650 250 Q700 290 800 300 Q900 290 950 250 L930 380 L904 490 Q800 526 696 490 L670 380Z',
        '#e08aa0'),
      both(800, shape('M700 262 C690 190 650 110 580 84 C520 90 470 140 452 220 C446 290 470 350 520 392 Q600 410 668 384 Q690 330 700 262Z', '#f2b3bf'),
        patch('M700 262 C690 190 650 110 580 84 C560 86 544 94 530 104 C600 130 650 200 662 268Z', '#f9d2d6'),
        line('M684 290 C640 250 590 180 548 110 M678 310 C620 280 540 220 484 158 M674 330 C610 320 520 290 456 232 M670 352 C620 350 540 350 478 330', '#c9677f', 6, 0.55)),
      patch('M694 250 Q800 350 906 250 L890 244 Q800 320 710 244Z', p.cream), rect(694, 470, 212, 26, 12, p.accent), 
      ...[[640, 800, 1.0], [740, 880, 0.8], [880, 820, 1.1], [980, 900, 0.8], [800, 740, 0.7], [560, 910, 0.8],
        [1090, 920, 0.7]].map(([x = 0, y = 0, size = 1]) => blossom(x, y, size, p.cream, p.accent)),
        line('M470 960 Q800 990 1130 960', p.cream, 10, 0.7),
    ),
    shadows: [[800, 440, 990]],
    backdrop: 'sun',
    closeUp: [800, 380, 1.55],
  },
  'navy-suit': {
    thing: join(hanger(170), patch('M640 880 L660 985 H780 L800 900 L820 985 H940 L960 880Z', '#22304f'),
      jacket(p.second, '#24345a', p.ink), shape('M776 256 H824 L836 296 L820 330 L842 540 L800 596 L758 540 L780 330 L764 296Z',
      '#8f2f45'), line('M770 400 L832 360 M764 470 L838 420 M768 540 L838 480', '#d98a93', 8), disc(812, 660, 14, p.ink),
      disc(812, 740, 14, p.ink), line('M600 720 L710 706 M1000 720 L890 706', p.ink, 12, 0.5),
      patch('M890 430 L980 420 L970 400 L950 410 L930 380 L915 410 L896 402Z', p.cream), line('M886 440 L984 430', p.ink, 8, 0.4)),
    shadows: [[800, 360, 992]],
    backdrop: 'arch',
    closeUp: [800, 430, 1.6],
  },
  'evening-gown': {
    thing: join(
      stand(200), both(800, shape('M660 230 Q580 240 560 340 L500 640 Q496 664 524 668 L556 672 Q574 670 580 650 L680 420Z',
        p.third)),
      shape('M664 226 Q720 200 760 210 Q800 236 840 210 Q880 200 936 226 Q950 330 900 450 C930 560 960 700 1040 840 Q1100 940 1200 970 Q960 1000 760 985 Q580 985 560 950 C640 800 670 580 700 450 Q650 330 664 226Z',
        p.third), patch('M760 470 C740 640 690 860 640 972 H730 C770 820 790 640 790 474Z', '#4fa08c', 0.8),
        patch('M850 460 C880 640 960 860 1090 975 H1000 C910 840 850 640 830 470Z', '#1d5448', 0.7),
        patch('M760 212 Q800 300 840 212 Q800 236 760 212Z', '#1d5448'),
      shape('M694 440 Q800 480 906 440 L908 480 Q800 520 692 480Z', p.accent), sparkle(800, 476, 34, p.cream),
        line('M690 280 Q720 340 716 420 M910 280 Q884 340 884 420', '#1d5448', 7, 0.5),
        ...[[700, 260], [740, 290], [870, 280], [900, 250], [800, 350], [760, 380], [840, 390], [720, 350],
        [880, 340]].map(([x = 0, y = 0]) => sparkle(x, y, 15, p.accent)), dot(800, 190, 26, wood),
      put(1230, 950, 1, 0, box(-110, -130, 220, 130, 24, p.accent),
        shape('M-110 -100 Q0 -20 110 -100 V-110 Q110 -130 86 -130 H-86 Q-110 -130 -110 -110Z', '#f2cf86'),
        disc(0, -64, 18, p.main)),
    ),
    shadows: [[820, 400, 988], [1230, 120]],
    backdrop: 'window',
    closeUp: [800, 380, 1.55],
  },
  'wedding-gown': {
    thing: join(
      patch('M800 130 C560 150 440 500 300 985 H1300 C1160 500 1040 150 800 130Z', '#ffffff', 0.42), stand(180),
      shape('M700 450 Q800 490 900 450 C1010 560 1140 780 1200 940 Q1210 985 1140 988 Q800 1010 460 988 Q390 985 400 940 C460 780 590 560 700 450Z',
        '#fffaf2'), patch('M740 480 C680 640 600 820 560 985 H480 C560 800 640 620 716 466Z M860 480 C920 640 1000 820 1040 985 H1120 C1040 800 960 620 884 466Z M790 490 C780 660 770 830 760 994 H840 C830 830 820 660 810 490Z',
        '#e9dccf', 0.8),
      shape('M672 240 Q720 290 800 250 Q880 290 928 240 Q940 350 902 460 Q800 500 698 460 Q660 350 672 240Z', '#fffdf8'),
        line('M690 230 Q690 190 720 170 M910 230 Q910 190 880 170', '#fffdf8', 14),
        ...[[720, 320], [770, 350], [830, 350], [880, 320], [740, 400], [800, 410], [860, 400],
        [800, 320]].map(([x = 0, y = 0]) => blossom(x, y, 0.42, '#e9d3c4', p.accent)), rect(694, 444, 212, 24, 12, '#e8c8cf'),
        sparkle(800, 456, 24, p.accent),
      repeat(9, (at) => blossom(470 + at * 83, 946 + Math.sin((at + 0.5) * Math.PI / 9) * 22, 0.6, '#f0dfd2', '#e0bfa2')),
        dot(800, 168, 26, wood), ...Array.from({ length: 7 },
        (_, at) => blossom(716 + at * 28, 150 - Math.sin((at + 0.5) * Math.PI / 7) * 36, 0.42, '#ffffff', p.accent)),
      put(1300, 930, 1, 0, shape('M-16 -20 L-40 70 H40 L16 -20Z', p.third), blossom(-44, -60, 1, '#f2b3bf', p.accent),
        blossom(40, -66, 1.05, '#ffffff', p.accent), blossom(0, -120, 1, '#e08aa0', p.accent),
        blossom(0, -34, 0.9, '#f7d5d0', p.accent)),
    ),
    shadows: [[800, 450, 990], [1300, 70, 1000]],
    backdrop: 'arch',
    closeUp: [800, 380, 1.5],
  },
  'gold-heels': {
    thing: join(
      box(740, 600, 520, 350, 24, '#e9d3dd'), rect(740, 600, 520, 40, 16, p.cream, 0.7),
      put(1000, 384, 1, 0, line('M-220 -60 C-200 -300 200 -300 220 -60', p.accent, 10), box(-270, -110, 540, 330, 60, p.main),
        shape('M-270 -60 Q-270 -110 -210 -110 H210 Q270 -110 270 -60 V20 Q0 150 -270 20Z', '#944a7a'),
        repeat(9, (at) => repeat(3, (row) => dot(-216 + at * 54, -70 + row * 46 + (4 - Math.abs(at - 4)) * 8, 10,
        (at + row) % 2 ? p.accent : '#f6e3b8'))), disc(0, 110, 36, p.accent), sparkle(0, 110, 30, p.cream)),
      ...[[180, -70, '#c9963f'], [0, 0, p.accent]].map(([dx, dy, fill]) => put(520 + Number(dx), 885 + Number(dy), 1.2, 0,
        shape('M-250 -230 Q-200 -250 -170 -220 L-180 70 H-236Z', '#b5822f'),
        shape('M-262 -250 Q-230 -300 -170 -262 C-90 -160 -10 -30 130 -24 Q270 -20 300 30 Q310 66 270 68 H130 C0 66 -90 -20 -166 -120 Q-240 -130 -262 -250Z',
        String(fill)), patch('M-240 -244 Q-220 -280 -176 -250 C-100 -150 -20 -16 110 0 C40 -6 -80 -60 -160 -160 Q-220 -180 -240 -244Z',
        '#8f5a2a', 0.55), line('M-232 -270 C-240 -370 -100 -370 -120 -230', String(fill), 20), disc(-112, -262, 16, p.cream),
        line('M130 60 H280', '#8f5a2a', 12), sparkle(220, 20, 26, p.cream), shine('M60 0 Q140 18 200 16', 10, 0.5))),
    ),
    shadows: [[600, 420], [1010, 300]],
    backdrop: 'sun',
    closeUp: [720, 620, 1.5],
  },
  'black-tuxedo': {
    thing: join(hanger(170), patch('M640 880 L660 985 H780 L800 900 L820 985 H940 L960 880Z', '#232036'),
      jacket('#35324a', '#1f1c30', '#000000'),
      both(800, patch('M716 196 L790 560 L664 466 L694 430 L650 400 L690 216Z', '#56536f', 0.7)),
      shape('M800 290 L710 246 V334Z', '#1f1c30'), shape('M800 290 L890 246 V334Z', '#1f1c30'),
      box(778, 264, 44, 52, 12, '#35324a'), ...[380, 450, 520].map((y) => dot(800, y, 10, p.accent)), disc(812, 640, 14, p.accent),
      patch('M900 440 H980 L972 400 L940 420 L912 396Z', '#fffaf2'), blossom(690, 380, 0.62, '#d8434a', p.accent),
      line('M600 720 L710 706 M1000 720 L890 706', '#000000', 12, 0.4)),
    shadows: [[800, 360, 992]],
    backdrop: 'window',
    closeUp: [800, 420, 1.6],
  },
}
