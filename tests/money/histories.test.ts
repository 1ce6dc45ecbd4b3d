import { playHistories } from './histories.ts'

playHistories(150, 20_261_121)
