// SPDX-License-Identifier: Apache-2.0
//
// Charts by ECharts, drawn as SVG: sharp in print, and the same colours as the page.
import * as echarts from 'echarts/core'
import { BarChart, CustomChart, HeatmapChart, LineChart } from 'echarts/charts'
import {
  AriaComponent, DataZoomComponent, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, VisualMapComponent,
} from 'echarts/components'
import { SVGRenderer } from 'echarts/renderers'
import { el } from './dom.js'

echarts.use([BarChart, CustomChart, HeatmapChart, LineChart, AriaComponent, DataZoomComponent, GridComponent, LegendComponent,
  MarkLineComponent, TooltipComponent, VisualMapComponent, SVGRenderer])

// Okabe and Ito: told apart with every kind of colour blindness. Symbols tell curves apart without colour.
export const palette = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c6d31', '#7f7f7f']
// A hollow one marks a point that is told apart from the rest of its curve.
export const symbols = ['circle', 'rect', 'triangle', 'diamond', 'arrow', 'roundRect', 'pin']
export const hollow = (symbol) => 'empty' + symbol[0].toUpperCase() + symbol.slice(1)

// Sequential, with luminance that falls steadily; the dark theme turns it round.
const ramps = {
  light: ['#eef0f2', '#fee8c8', '#fdbb84', '#fc8d59', '#e34a33', '#7f0000'],
  dark: ['#2b2f36', '#5a3326', '#96412a', '#d9602e', '#fdae61', '#fff3c4'],
}
const linkRamps = {
  light: ['#d9dde2', '#bdd7e7', '#6baed6', '#3182bd', '#08306b'],
  dark: ['#3a4049', '#2f5f85', '#3d8fc4', '#7cc4ee', '#e3f4ff'],
}

export const theme = () => document.documentElement.dataset.theme
const mix = (a, b, t) => '#' + [1, 3, 5].map((i) => {
  const x = parseInt(a.slice(i, i + 2), 16)
  const y = parseInt(b.slice(i, i + 2), 16)
  return Math.round(x + (y - x) * t).toString(16).padStart(2, '0')
}).join('')

function along(ramp, share) {
  const place = Math.min(Math.max(share, 0), 1) * (ramp.length - 1)
  const i = Math.min(Math.floor(place), ramp.length - 2)
  return mix(ramp[i], ramp[i + 1], place - i)
}
export const bufferColour = (share) => along(ramps[theme()], share)
export const linkColour = (share) => along(linkRamps[theme()], share)
export const bufferRamp = () => ramps[theme()]
export const linkRamp = () => linkRamps[theme()]

const charts = new Map()
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

// What all charts have in common.
function dressed(option) {
  const text = css('--text')
  const quiet = css('--quiet')
  const line = css('--line')
  const axis = (a) => a && [].concat(a).map((one) => ({
    nameLocation: 'middle', nameTextStyle: { color: quiet }, ...one,
    axisLabel: { color: quiet, hideOverlap: true, ...one.axisLabel },
    axisLine: { lineStyle: { color: line } }, splitLine: { lineStyle: { color: line }, ...one.splitLine },
  }))
  return {
    animation: false,
    color: palette,
    textStyle: { color: text, fontFamily: css('--font') },
    aria: { enabled: true, label: { enabled: true } },
    ...option,
    legend: option.legend && { bottom: 0, type: 'plain', textStyle: { color: text }, inactiveColor: quiet, ...option.legend },
    tooltip: option.tooltip && {
      confine: true, backgroundColor: css('--card'), borderColor: line, textStyle: { color: text, fontSize: 13 }, ...option.tooltip,
    },
    xAxis: axis(option.xAxis),
    yAxis: axis(option.yAxis),
  }
}

// A place for a chart. options: a function, called again when the colours change.
export function chart(id, label, height, options) {
  const box = el('div', { class: 'chart', id, role: 'img', 'aria-label': label, style: `height:${height}px` })
  charts.set(id, { box, options, instance: null })
  return box
}

export function draw(id) {
  const c = charts.get(id)
  if (!c || !c.box.isConnected) return
  c.instance ??= echarts.init(c.box, null, { renderer: 'svg' })
  c.instance.setOption(dressed(c.options()), { notMerge: true })
}

export const drawAll = () => [...charts.keys()].forEach(draw)
export const resizeAll = () => charts.forEach((c) => c.instance?.resize())
export const chartOf = (id) => charts.get(id)?.instance
export const chartIds = () => [...charts.keys()].filter((id) => charts.get(id).instance)

// Forget charts whose place is gone.
export function dispose(id) {
  charts.get(id)?.instance?.dispose()
  charts.delete(id)
}
