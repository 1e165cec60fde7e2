import { Link } from 'react-router'
import { addressOf } from '#contract/nouns'
import type { OrganisationView } from '#contract/organisation'
import { Section } from '../../parts/section.tsx'

/** The organisations that look like this one, with the reasons, for the market operator. */
export const LookAlikes = ({ organisation }: { organisation: OrganisationView }) =>
  organisation.lookAlikes.length > 0 && (
    <Section heading="Looks like">
      <ul className="plain-list">
        {organisation.lookAlikes.map(({ id, name, reasons }) => (
          <li key={id}>
            <Link to={addressOf('organisation', { type: organisation.type, id })}>{name}</Link>
            <span>{reasons.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
