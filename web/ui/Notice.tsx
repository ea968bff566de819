import type { ReactNode } from 'react'

/** Something to know before going on, with what can be done about it. */
export const Notice = ({ children }: { children: ReactNode }) => <div className="notice notice--ways">{children}</div>
