package format

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// filters are those of ffmpeg that change pictures and sounds and print. Others read
// or write files (movie, subtitles, metadata), load plugins or take commands from
// elsewhere (sendcmd, zmq, frei0r, ladspa).
const filters = " acompressor acrossfade adelay aecho aevalsrc afade afftdn aformat agate alimiter aloop amerge amix anequalizer anull anullsrc apad areverse aresample " +
	"aselect asetnsamples asetpts asetrate asettb ashowinfo asplit astats atempo atrim bass blackdetect blackframe blend boxblur bwdif channelmap channelsplit chromakey color " +
	"colorbalance colorchannelmixer colorkey colorspace concat crop cropdetect deband decimate deflicker delogo denoise despill drawbox drawgrid drawtext dynaudnorm edgedetect eq equalizer " +
	"fade fieldmatch format fps framerate framestep freezedetect gblur grayscale hflip highpass hqdn3d hstack hue hwdownload hwupload idet il interlace interleave kerndeint " +
	"loop loudnorm lowpass lut lutrgb lutyuv mandelbrot mergeplanes minterpolate mpdecimate negate nlmeans noformat noise null nullsrc overlay pad palettegen paletteuse pan pixdesctest " +
	"pp random realtime reverse rgbtestsrc rotate scale scdet select separatefields setdar setpts setrange setsar settb sharpen shear showfreqs showinfo showspectrum " +
	"showspectrumpic showvolume showwaves showwavespic shuffleframes sidechaincompress signalstats silencedetect silenceremove sine smartblur smptebars split stereotools swapuv tblend telecine testsrc testsrc2 " +
	"thumbnail tile tinterlace tmix tpad transpose treble trim unsharp untile vflip vibrance vignette volume volumedetect vstack weave xfade xstack yadif zoompan "

// maxValues is how many values of a filter may stand behind its first: by their order
// alone later ones may name a file (the sixth of paletteuse does).
const maxValues = 4

// ReadFFmpeg reads a graph of filters: [in]name=key=value:key=value[out],name;name.
func ReadFFmpeg(text string) reading.Reading {
	var r reading.Reading
	if !r.Bounds(text) {
		return r
	}
	for _, mark := range []string{"file", "debug", "=/", ":/"} {
		if i := strings.Index(strings.ToLower(text), mark); i >= 0 {
			r.Refuse(i, "an option of a filter that names a file")
			return r
		}
	}
	for _, one := range graph(text) {
		name := one
		for strings.HasPrefix(name, "[") {
			_, rest, closed := strings.Cut(name, "]")
			if !closed {
				r.Refuse(0, "the graph of filters")
				return r
			}
			name = strings.TrimSpace(rest)
		}
		name, values, _ := strings.Cut(name, "=")
		if strings.Count(values, ":") > maxValues {
			r.Refuse(0, "a filter with more values than are read")
			return r
		}
		name, _, _ = strings.Cut(name, "[")
		name, _, _ = strings.Cut(strings.TrimSpace(name), "@")
		if name == "" || strings.ContainsAny(name, " \\'") || !strings.Contains(filters, " "+name+" ") {
			r.Refuse(max(0, strings.Index(text, one)), "the filter \""+name+"\"")
			return r
		}
	}
	return r
}

// graph are the filters of a text, separated by "," and ";" outside of quotes.
func graph(text string) []string {
	var out []string
	var one strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && !quoted && i+1 < len(text):
			one.WriteString(text[i : i+2])
			i++
		case c == '\'':
			quoted = !quoted
			one.WriteByte(c)
		case (c == ',' || c == ';') && !quoted:
			out = append(out, strings.TrimSpace(one.String()))
			one.Reset()
		default:
			one.WriteByte(c)
		}
	}
	return append(out, strings.TrimSpace(one.String()))
}
