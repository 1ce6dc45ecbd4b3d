import { playHistories } from './histories.ts'

playHistories(150, 1_604_202_612)
