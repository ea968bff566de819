import { Component, type ErrorInfo, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Another value tries the children again. */
  at: string
  fallback: ReactNode
  children: ReactNode
}

/** Shows `fallback` when something inside fails; React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failedAt: string | null }> {
  override state = { failedAt: null as string | null }

  static getDerivedStateFromError() {
    return { failedAt: '' }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
    this.setState({ failedAt: this.props.at })
  }

  override componentDidUpdate() {
    const { failedAt } = this.state
    if (failedAt && failedAt !== this.props.at) this.setState({ failedAt: null })
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : this.props.fallback
  }
}
