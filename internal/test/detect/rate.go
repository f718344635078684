package detect

import (
	"fmt"
	"math"
)

// Rate is a share with the interval that the true one lies in, with 95 % confidence.
type Rate struct {
	// Hits of Of; not whole where they are shares of families.
	Hits float64 `json:"hits"`
	Of   int     `json:"of"`
	Rate float64 `json:"rate"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// z is how many standard deviations around the mean hold 95 % of a normal distribution.
const z = 1.959963984540054

// wilson is the rate of some hits, with Wilson's interval: E. B. Wilson, Probable
// inference, the law of succession, and statistical inference, 1927.
func wilson(hits float64, of int) Rate {
	if of == 0 {
		return Rate{High: 1}
	}
	n, p := float64(of), hits/float64(of)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Rate{round(hits), of, round(p), round(max(0, middle-half)), round(min(1, middle+half))}
}

func round(x float64) float64 { return math.Round(x*10000) / 10000 }

func (r Rate) String() string {
	if r.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f [%.3f, %.3f] %g/%d", r.Rate, r.Low, r.High, math.Round(r.Hits*100)/100, r.Of)
}
