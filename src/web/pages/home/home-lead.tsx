import { Link } from 'react-router'
import type { HomeView } from '#contract/home'
import { MOST_OVERDUE } from '#contract/step-clock'
import { NextThings } from '../../parts/next-things.tsx'
import { Section } from '../../parts/section.tsx'
import { lookFirst } from '../shared/next-first.ts'
import { Figures, moneyOf } from './figures.tsx'

/** Where the reader stands: in a sentence, and in money where it is about one organisation. */
export const HomeState = ({ home }: { home: HomeView }) => {
  const [only, ...others] = home.standings
  return (
    <div className="home-stand">
      <p className="home-state">{home.state}</p>
      {home.overdue > 0 && (
        <p>
          <Link className="due-late" to="/overdue">
            {home.overdue === MOST_OVERDUE
              ? `${MOST_OVERDUE} steps or more are`
              : home.overdue === 1
                ? '1 step is'
                : `${home.overdue} steps are`}{' '}
            overdue
          </Link>
        </p>
      )}
      <Figures money={only && others.length === 0 ? moneyOf(only, 'you') : home.money} />
    </div>
  )
}

/** What the reader should do next: one thing that stands out, then the others. */
export const NextSection = ({ home, none }: { home: HomeView; none: string }) => {
  const [first, ...others] = lookFirst(home.next)
  return (
    <div className="home-lead">
      <Section heading="What to do next">
        {first ? (
          <div className="home-first">
            <NextThings things={[first]} />
          </div>
        ) : (
          <p className="quiet">{none}</p>
        )}
      </Section>
      {others.length > 0 && (
        <Section heading="Then">
          <NextThings things={others} />
        </Section>
      )}
    </div>
  )
}
