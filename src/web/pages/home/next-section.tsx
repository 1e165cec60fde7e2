import type { NextThing } from '#domain/wire/general'
import { NextThings } from '../../parts/next-things.tsx'
import { Section } from '../../parts/section.tsx'

/** What the reader should do next. */
export const NextSection = ({ things, none }: { things: readonly NextThing[]; none: string }) => (
  <div className="home-lead">
    <Section heading="What to do next">
      <NextThings things={things} none={none} />
    </Section>
  </div>
)
