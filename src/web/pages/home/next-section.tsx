import type { NextThing } from '#contract/resource'
import { NextThings } from '../../parts/next-things.tsx'
import { Section } from '../../parts/section.tsx'
import { lookFirst } from '../shared/next-first.ts'

/** What the reader should do next. */
export const NextSection = ({ things, none }: { things: readonly NextThing[]; none: string }) => (
  <div className="home-lead">
    <Section heading="What to do next">
      <NextThings things={lookFirst(things)} none={none} />
    </Section>
  </div>
)
