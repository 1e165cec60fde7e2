import { Download } from 'lucide-react'
import './templates.css'

/** Documents to fill in. */
export const Templates = ({
  templates,
}: {
  templates: readonly { id: string; name: string; links: { self: string } }[]
}) => (
  <p className="templates">
    {templates.map(({ id, name, links }) => (
      <a key={id} href={links.self} download>
        <Download aria-hidden="true" />
        Template: {name} (Word)
      </a>
    ))}
  </p>
)
