// A clock (dashboard/graphwright_dashboard/tick.py) that goes on once its last tick is answered: Dash
// drops an answer when the same is asked again, so that ticks faster than answers would see none.
window.graphwright = window.graphwright ?? {};
graphwright.Tick = ({ interval, disabled, n_intervals = 0, setProps }) => {
  const waits = dash_component_api.useDashContext().useLoading();
  React.useEffect(() => {
    if (disabled || waits) return;
    const timer = setTimeout(() => setProps({ n_intervals: n_intervals + 1 }), interval);
    return () => clearTimeout(timer);
  }, [interval, disabled, waits, n_intervals]);
  return null;
};
