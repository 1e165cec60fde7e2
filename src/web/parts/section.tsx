import { useId, type ReactNode } from 'react'

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
