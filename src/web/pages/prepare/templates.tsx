import { Download } from 'lucide-react'
import type { Task } from '#contract/preparation'
import './prepare.css'

/** Documents to fill in. */
export const Templates = ({ templates }: { templates: Task['templates'] }) => (
  <p className="task-templates">
    {templates.map(({ id, name, links }) => (
      <a key={id} href={links.self} download>
        <Download aria-hidden="true" />
        Template: {name} (Word)
      </a>
    ))}
  </p>
)
