import type { Warning } from '#domain/warning'
import { Notice } from './notice.tsx'

/** What should be looked at about a thing, though nothing is refused for it; nothing where there is none. */
export const Warnings = ({ of }: { of: readonly Warning[] }) => {
  const [only, another] = of
  if (!only) return null
  return (
    <Notice tone="warn">
      {another ? (
        <>
          <p>
            <b>To be looked at:</b>
          </p>
          <ul>
            {of.map(({ code, field, words }) => (
              <li key={`${code} ${field} ${words}`}>{words}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          <b>To be looked at:</b> {only.words}
        </p>
      )}
    </Notice>
  )
}
