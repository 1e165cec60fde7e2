import { findBestChoice } from './best.ts'
import {
  countWithNoun,
  recordedValueOfComponent,
  namesOfChosenWinners,
  type CheckedMarket,
  type VerificationFindings,
} from './market.ts'

/** Checks that no match is better, with a second solver in another formulation, part by part. */
export const checkMatchIsBest = (market: CheckedMarket): VerificationFindings => {
  const better: string[] = []
  const open: string[] = []
  let settled = 0
  for (const component of market.components) {
    const filed = recordedValueOfComponent(market, component)
    const first = findBestChoice(component, market)
    // The filed match is feasible, so a maximum below its value is a solver error: ask again in another formulation.
    const { choice, bound } =
      first.bound < filed ? findBestChoice(component, { ...market, isCareful: true }) : first
    if (choice !== null && choice.value > filed)
      better.push(
        `There is a match that is ${choice.value - filed} pence better, with ${namesOfChosenWinners(component, choice.parts)}`,
      )
    else if (bound === filed) settled += 1
    else {
      const names = component.items.flatMap(({ projects }) => projects.map(({ id }) => id)).slice(0, 3)
      const known = Number.isFinite(bound)
        ? `it is worth at most ${bound} pence, and ${filed} pence in the filed match`
        : 'the second solver ran out of time'
      open.push(`whether the part of ${names.join(', ')} could be worth more (${known})`)
    }
  }
  const parts = countWithNoun(market.components.length, 'part')
  // Whoever imports a match may have a reason to choose one that is not the best.
  const isImported = market.result.rule === 'Imported'
  return {
    findings: isImported ? [] : better,
    open,
    done: [
      ...(isImported ? better : []),
      `A second solver (HiGHS), with a flow for every pair and period, confirmed the greatest surplus of ${settled} of ${parts}; its answers were checked in whole numbers.`,
    ],
  }
}
