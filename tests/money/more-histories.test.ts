import { playHistories } from './histories.ts'

playHistories(1000, 1_604_202_612)
