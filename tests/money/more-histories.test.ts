import { playHistories } from './histories.ts'

playHistories(300, 1_604_202_612)
