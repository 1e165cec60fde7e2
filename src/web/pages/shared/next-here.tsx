import { useLocation } from 'react-router'
import type { NextThing } from '#domain/wire/general'
import { NextThings } from '../../parts/next-things.tsx'
import { lookFirst } from './next-first.ts'

/** What to do next on the thing this page is about; what is only waited for leads nowhere, and is told in a line. */
export const NextHere = ({ things }: { things: readonly NextThing[] }) => {
  const { pathname } = useLocation()
  const isWaiting = ({ action, link, missing }: NextThing) =>
    missing !== undefined || (action === null && link === pathname)
  const waits = things.filter(isWaiting)
  return (
    <>
      <NextThings things={lookFirst(things.filter(thing => !isWaiting(thing)))} />
      {waits.map(({ text, detail, missing }) => (
        <p key={text} className="waiting">
          {missing === undefined ? `${text}. ${detail ?? ''}` : `${text}: not possible yet. ${missing}`}
        </p>
      ))}
    </>
  )
}
