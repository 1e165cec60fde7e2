import { Link } from 'react-router'
import type { HomeView } from '#contract/desk/home'
import { moneyPageAddress } from '#contract/money/money'
import { NextSteps } from '../../parts/next-things.tsx'
import { Section } from '../../parts/section.tsx'
import { linkAcceptanceToReview } from '../shared/next-first.ts'
import { FigureList, listNextFigures, listPositionFigures, listProceedsFigures } from './figures.tsx'
import { cappedOverdueText, PROCEEDS_SUMMARY } from './messages.ts'

/** True if the reader, or a client, has won or lost money in a settled round, or the market has books. */
const hasMoney = ({ standings, money }: HomeView): boolean =>
  standings.some(({ pays, receives }) => pays + receives > 0) || money.some(({ amount }) => amount > 0)

/** State of the reader's business: a sentence, and amounts if it is about one organisation. */
export const HomeSummary = ({ home }: { home: HomeView }) => {
  const [first, ...others] = home.standings
  const alone = others.length === 0 ? first : undefined
  return (
    <div className="home-stand">
      <p className="home-state">{home.state}</p>
      {home.overdue > 0 && (
        <p>
          <Link className="due-late" to="/overdue">
            {cappedOverdueText(home.overdue)}
          </Link>
        </p>
      )}
      <FigureList money={alone ? [...listPositionFigures(alone), ...listNextFigures(home)] : home.money} />
      {alone && alone.receives > 0 && (
        <details className="named-list">
          <summary>{PROCEEDS_SUMMARY}</summary>
          <FigureList money={listProceedsFigures(alone, 'you')} />
        </details>
      )}
      {hasMoney(home) && (
        <p>
          <Link to={moneyPageAddress()}>See the money of each round</Link>
        </p>
      )}
    </div>
  )
}

/** Next steps of the reader: one highlighted, then the others. */
export const NextStepsSection = ({ home, none }: { home: HomeView; none: string }) => {
  const [first, ...others] = linkAcceptanceToReview(home.next)
  return (
    <div className="home-lead">
      <Section heading="What to do next">
        {first ? (
          <div className="home-first">
            <NextSteps things={[first]} />
          </div>
        ) : (
          <p className="quiet">{none}</p>
        )}
      </Section>
      {others.length > 0 && (
        <Section heading="After that">
          <NextSteps things={others} />
        </Section>
      )}
    </div>
  )
}
