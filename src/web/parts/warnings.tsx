import type { SubjectWarning } from '#domain/text/warning'
import type { PlaceWarning } from '#contract/subject/place'
import { Notice } from './page/notice.tsx'

/** Warnings about a resource, which block nothing; empty if there are none. */
export const Warnings = ({ of }: { of: readonly SubjectWarning[] }) => {
  const [only, another] = of
  if (!only) return null
  return (
    <Notice tone="warn">
      {another ? (
        <>
          <p>
            <b>Check these points:</b>
          </p>
          <ul>
            {of.map(({ code, field, words }) => (
              <li key={`${code} ${field} ${words}`}>{words}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          <b>Check this:</b> {only.words}
        </p>
      )}
    </Notice>
  )
}

/** Contradictions in the description of a place, if any. */
export const PlaceWarnings = ({ warnings }: { warnings: readonly PlaceWarning[] }) =>
  warnings.length === 0 ? null : (
    <Notice tone="warn">
      {warnings.map(({ about, text }) => (
        <p key={about}>
          <b>Check the place:</b> {text}
        </p>
      ))}
    </Notice>
  )
