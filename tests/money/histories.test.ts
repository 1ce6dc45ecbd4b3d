import { playHistories } from './histories.ts'

playHistories(1000, 20_261_121)
