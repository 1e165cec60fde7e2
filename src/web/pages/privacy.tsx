import { keysOf } from '#domain/narrow'
import { KEPT, lifeOf } from '#domain/retention'
import type { Column } from '../parts/columns.ts'
import { RowsTable } from '../parts/data-table.tsx'
import { Page } from '../parts/page.tsx'
import { CONTACT } from '../shell/contact.ts'

const ROWS = keysOf(KEPT).map(id => ({ id, ...KEPT[id], life: lifeOf(KEPT[id]) }))

const COLUMNS: readonly Column<(typeof ROWS)[number]>[] = [
  {
    id: 'what',
    header: 'What is kept, and what for',
    cell: ({ what, whatFor }) => (
      <>
        {what}
        <p className="quiet small">{whatFor}</p>
      </>
    ),
    main: true,
  },
  { id: 'life', header: 'For how long', cell: ({ life }) => life },
  { id: 'basis', header: 'Lawful basis', cell: ({ basis }) => basis },
]

/** What the market keeps on people, what for and for how long; everybody may read it. */
export const PrivacyPage = () => (
  <Page
    title="Privacy"
    subtitle="What this market keeps on people. The market operator answers for it; what has a time is removed by itself when that is over."
  >
    <div className="table-words">
      <RowsTable caption="What is kept on people" columns={COLUMNS} rows={ROWS} />
    </div>
    <h2>What you can ask for</h2>
    <p className="measure">
      You can ask for a copy of everything that is kept on you, have what is wrong corrected, and have your
      account and your name removed. What you did for your organisation stays on record without your name.{' '}
      <a href={CONTACT}>Write to us</a>; you can also complain to the Information Commissioner’s Office.
    </p>
    <p className="measure">
      One cookie keeps you signed in and another knows this browser again; there are no others, and nothing is
      passed on to advertisers.
    </p>
  </Page>
)
