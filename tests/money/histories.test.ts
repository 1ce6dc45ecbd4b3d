import { playHistories } from './histories.ts'

playHistories(300, 20_261_121)
