import { useId, type ReactNode } from 'react'

/** A part of a page under its own heading, with room for a remark or a button beside it. */
export const Section = ({
  heading,
  anchor,
  aside,
  children,
}: {
  heading: ReactNode
  /** By what an address leads to it. */
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
