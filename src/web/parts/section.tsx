import { useId, useState, type ReactNode } from 'react'

/** Section of a page under its own heading, with space for a note or a button next to it. */
export const Section = ({
  heading,
  anchor,
  aside,
  children,
}: {
  heading: ReactNode
  /** Fragment of the address that leads to the section. */
  anchor?: string
  aside?: ReactNode
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section className="section" id={anchor} aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{heading}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/**
 * Section that unfolds when its heading is selected, if it is folded at first; otherwise like any other. Printed sheets show it unfolded.
 */
export const FoldedSection = ({
  isFolded,
  leadsInside = false,
  heading,
  note,
  children,
}: {
  isFolded: boolean
  /** True if the address leads to something inside: the section unfolds, and stays unfolded. */
  leadsInside?: boolean
  heading: string
  /** What is inside, in a few words. */
  note?: string | undefined
  children: ReactNode
}) => {
  const [isUnfolded, setUnfolded] = useState(leadsInside)
  if (leadsInside && !isUnfolded) setUnfolded(true)
  return isFolded ? (
    <details className="section folded" open={isUnfolded}>
      <summary>
        <h2>{heading}</h2>
        {note !== undefined && <span className="quiet small">{note}</span>}
      </summary>
      {children}
    </details>
  ) : (
    <Section heading={heading}>{children}</Section>
  )
}

/** Framed group of facts that belong together; use sparingly. */
export const Card = ({
  heading,
  aside,
  children,
}: {
  heading?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) => {
  const id = useId()
  if (!heading) return <div className="section card">{children}</div>
  return (
    <section className="section card" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{heading}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
