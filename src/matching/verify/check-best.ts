import { bestOf } from './best.ts'
import { counted, filedWorth, slackOf, winnersIn, type Market, type Verdict } from './market.ts'

/** Is there no better match? Asked of a second solver in another formulation, part by part. */
export const checkBest = (market: Market): Verdict => {
  const better: string[] = []
  const open: string[] = []
  let settled = 0
  for (const component of market.components) {
    const filed = filedWorth(market, component)
    const slack = slackOf(market, component)
    const first = bestOf(component, market)
    // Less than is filed, and holds, cannot be the most: then the solver is asked in another way.
    const { choice, bound } = first.bound < filed ? bestOf(component, { ...market, isCareful: true }) : first
    if (choice !== null && choice.value > filed + slack)
      better.push(
        `There is a better match, by ${choice.value - filed} pence: with ${winnersIn(component, choice.parts)}`,
      )
    else if (bound >= filed && bound <= filed + slack) settled += 1
    else {
      const names = component.items.flatMap(({ projects }) => projects.map(({ id }) => id)).slice(0, 3)
      const known = Number.isFinite(bound)
        ? `it says no more than ${bound} pence, filed are ${filed}`
        : 'no time'
      open.push(`whether the part of ${names.join(', ')} could be worth more (${known})`)
    }
  }
  const parts = counted(market.components.length, 'part')
  // Who imports a match may have a reason to take another than the best.
  const isImported = market.result.rule === 'Imported'
  return {
    findings: isImported ? [] : better,
    open,
    done: [
      ...(isImported ? better : []),
      `The greatest surplus was confirmed for ${settled} of ${parts} by a second solver (HiGHS) with a flow for every pair and period; what it found was checked in whole numbers.`,
    ],
  }
}
