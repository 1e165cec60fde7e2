import type { HomeView } from '#contract/home'
import { Section } from '../../parts/section.tsx'
import { Authorities } from '../organisation/authorities.tsx'
import { TakingPartHome } from './taking-part-home.tsx'

/** An agent's first page: its clients, with what it may do for each, and what waits. */
export const AgentHome = ({ home }: { home: HomeView }) => (
  <TakingPartHome home={home} none="Nothing waits for you.">
    <Section heading="Your clients">
      <Authorities rows={home.clients} of="clients" />
    </Section>
  </TakingPartHome>
)
